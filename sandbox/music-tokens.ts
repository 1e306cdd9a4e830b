import { htmlPage, json, type SandboxResponse } from './kernel/responses.ts';
import type { SandboxRequest } from './kernel/upstream.ts';

const lifetimeSeconds = 3_600;

type Who = 'page' | 'application';
type Asked = Pick<SandboxRequest, 'world' | 'clock' | 'headers'>;

/** A signed token with its expiry, so that no tokens are stored. */
function issue({ world, clock }: Asked, who: Who) {
  const expiresMs = clock.now() + lifetimeSeconds * 1000;
  return { token: `${expiresMs}.${world.of('music.token', who, expiresMs).token(80)}`, expiresMs };
}

/** Whether the token of a request is valid: issued here and not expired, or an operator's, which begins with `operator-`. */
export function isSigned({ world, clock, headers }: Asked, who: Who): boolean {
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (who === 'page' && token.startsWith('operator-')) return true;
  const [expires = '', seal = ''] = token.split('.');
  if (!(Number(expires) > clock.now())) return false;
  return seal === world.of('music.token', who, Number(expires)).token(80);
}

/** `POST https://accounts.spotify.com/api/token`: any application is accepted. */
export function issueToApplication(request: SandboxRequest): SandboxResponse {
  const refusal = (error: string) => json({ error, error_description: error }, { status: 400 });
  if (request.form().get('grant_type') !== 'client_credentials') return refusal('unsupported_grant_type');
  const [, pair = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (!/^[^:]+:[^:]+$/.test(Buffer.from(pair, 'base64').toString())) return refusal('invalid_client');
  const { token } = issue(request, 'application');
  return json({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds });
}

/** The page of an embedded player; its data has an anonymous token. */
export function embedPage(request: SandboxRequest<'/embed/track/{id}'>): SandboxResponse {
  const { token, expiresMs } = issue(request, 'page');
  const session = {
    accessToken: token,
    accessTokenExpirationTimestampMs: expiresMs,
    isAnonymous: true,
  };
  const data = {
    props: {
      pageProps: {
        state: {
          data: { embeded_entity_uri: `spotify:track:${request.params.id}` },
          settings: { clientId: '', entityContext: 'track', session },
        },
        config: { locale: 'en', restrictionId: '' },
      },
      __N_SSP: true,
    },
    page: '/track/[id]',
    query: { id: request.params.id },
    buildId: 'sandbox',
  };
  return htmlPage(
    `<!DOCTYPE html><html lang="en"><head><title>Player</title></head><body><div id="__next"></div>` +
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script></body></html>`,
  );
}
