import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Node validates every header that it is given, and sends head and body in two writes; for a short response that is a
 * third of its processor time. Until a head is sent, Node holds it as text in the private field `_header`. This file
 * is the only one that uses that field, and falls back to `writeHead` where a Node version has it no longer.
 */
interface HasHeader {
  _header?: unknown;
}

/** Whether this version of Node has the field in the expected form. */
const isSupported = (() => {
  const response: ServerResponse & HasHeader = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200);
  return typeof response._header === 'string' && response._header.endsWith('\r\n\r\n');
})();

export interface RawResponse {
  /** Names and values in turn, all made by this service, so that they need no validation. */
  readonly headers: readonly string[];
  /** Headers that Node or CORS may still change, or that Node draws conclusions from. */
  readonly checkedHeaders: readonly string[];
  /** Text of one character a byte (`latin1`), or bytes. */
  readonly body: string | Buffer;
  /** Bytes that follow the body; apart, since a body is shared by responses with different endings. */
  readonly ending?: Buffer | undefined;
}

/** Writes a response of status 200 in one piece; headers that were set on the response before are sent as well. */
export function writeUnchecked(response: ServerResponse & HasHeader, raw: RawResponse): void {
  const { headers, checkedHeaders, body, ending } = raw;
  // A header that was set before may have the same name, which only Node would merge.
  if (!isSupported || response.getHeaderNames().length > 0) {
    response.writeHead(200, [...headers, ...checkedHeaders]);
    end(response, body, ending);
    return;
  }
  response.writeHead(200, [...checkedHeaders]);
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  const head = `${(response._header as string).slice(0, -2)}${lines}\r\n`;
  if (typeof body === 'string' && ending === undefined) {
    response._header = head + body;
    response.end();
  } else {
    response._header = head;
    end(response, body, ending);
  }
}

function end(response: ServerResponse, body: string | Buffer, ending: Buffer | undefined): void {
  const first = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  if (ending === undefined) {
    response.end(first);
    return;
  }
  response.cork();
  response.write(first);
  response.end(ending);
}
