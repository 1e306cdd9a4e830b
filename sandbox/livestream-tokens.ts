import { json, type SandboxResponse } from './kernel/responses.ts';
import type { SandboxRequest } from './kernel/upstream.ts';
import type { World } from './world.ts';

/** Eight weeks, as recorded. */
const lifetimeSeconds = 5_000_000;

interface Token {
  readonly clientId: string;
  readonly expiresMs: number;
  readonly isUser: boolean;
}

/** `POST /oauth2/token`, for an application. */
export function issueToken({ form, world, clock }: SandboxRequest): SandboxResponse {
  const fields = form();
  const refusal = (message: string) => json({ status: 400, message }, { status: 400 });
  const clientId = fields.get('client_id');
  if (!clientId) return refusal('missing client id');
  if (!fields.get('client_secret')) return refusal('missing client secret');
  if (fields.get('grant_type') !== 'client_credentials') return refusal('invalid grant type');
  const access_token = tokenFor(world, clientId, clock.now() + lifetimeSeconds * 1000);
  return json({ access_token, expires_in: lifetimeSeconds, token_type: 'bearer' });
}

/** `GET /oauth2/validate` */
export function validateToken({ headers, world, clock }: SandboxRequest): SandboxResponse {
  const token = tokenIn(headers.authorization, world);
  if (!token || token.expiresMs <= clock.now()) {
    return json({ status: 401, message: 'invalid access token' }, { status: 401 });
  }
  return json({
    client_id: token.clientId,
    ...(token.isUser && { login: 'sandbox_user', user_id: world.idOf('livestream.user', 'sandbox_user') }),
    scopes: token.isUser ? ['moderator:read:followers'] : [],
    expires_in: Math.floor((token.expiresMs - clock.now()) / 1000),
  });
}

/** The refusal of the credentials of a request; undefined when they are valid. */
export function refusalOf({ headers, world, clock }: SandboxRequest): string | undefined {
  if (headers.authorization === undefined) return 'OAuth token is missing';
  const clientId = headers['client-id'];
  if (!clientId) return 'Client ID is missing';
  const token = tokenIn(headers.authorization, world);
  if (!token || token.expiresMs <= clock.now()) return 'Invalid OAuth token';
  return token.isUser || token.clientId === clientId ? undefined : 'Client ID and OAuth token do not match';
}

/** Whether the token is that of a user, who may see more than an application. */
export const isUser = ({ headers, world }: SandboxRequest): boolean =>
  tokenIn(headers.authorization, world)?.isUser === true;

/** A signed token with its owner and its expiry, so that no tokens are stored. */
function tokenFor(world: World, clientId: string, expiresMs: number): string {
  const content = Buffer.from(JSON.stringify({ clientId, expiresMs })).toString('base64url');
  return `${content}.${seal(world, content)}`;
}

const seal = (world: World, content: string): string => world.of('livestream.token', content).token(24);

function tokenIn(authorization: string | undefined, world: World): Token | undefined {
  const [, text = ''] = /^(?:Bearer|OAuth) (\S+)$/i.exec(authorization ?? '') ?? [];
  if (text.startsWith('user-'))
    return { clientId: 'sandbox', expiresMs: Number.MAX_SAFE_INTEGER, isUser: true };
  const [content = '', sealed] = text.split('.');
  if (sealed === undefined || sealed !== seal(world, content)) return undefined;
  return { ...JSON.parse(Buffer.from(content, 'base64url').toString('utf8')), isUser: false };
}
