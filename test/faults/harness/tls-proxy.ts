import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TlsProxy {
  readonly url: string;
  /** Makes a service trust the authority of the certificate. */
  readonly environment: Readonly<Record<string, string>>;
  /** Requests that arrived behind the handshake. */
  readonly requests: number;
  close(): void;
}

/** An HTTP proxy that answers for every host itself, with a certificate of an authority that the service trusts. */
export async function startTlsProxy(
  fault: 'valid' | 'expired' | 'other name' | 'name',
  host: string,
): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tls-'));
  const { key, cert } = certify(folder, fault === 'other name' ? 'other.example' : host, fault === 'expired');
  let requests = 0;
  const upstream = createHttpsServer({ key, cert }, (_, outgoing) => {
    requests += 1;
    outgoing
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"cod":"404","message":"city not found"}');
  });
  upstream.on('tlsClientError', () => {});
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const proxy = createHttpServer();
  proxy.on('connect', (_: unknown, socket: Socket) => {
    socket.on('error', () => {});
    // As a proxy answers when it does not find the name.
    if (fault === 'name') return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const inner = connect((upstream.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    return inner;
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    environment: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    get requests() {
      return requests;
    },
    close() {
      for (const server of [proxy, upstream]) {
        server.close();
        server.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function certify(folder: string, name: string, isExpired: boolean): { key: Buffer; cert: Buffer } {
  const run = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder });
    if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`);
  };
  const subject = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  run(
    'req',
    '-x509',
    ...subject,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '30',
    '-subj',
    '/CN=Test authority',
  );
  run('req', ...subject, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', `/CN=${name}`);
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${name}`);
  const days = isExpired ? '-1' : '30';
  run(
    'x509',
    '-req',
    '-in',
    'request.pem',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'cert.pem',
    '-days',
    days,
    '-extfile',
    'names',
  );
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) };
}
