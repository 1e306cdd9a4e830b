import { groups, isGroup } from '../core/groups.ts';
import { gatewayHint } from '../server/keys/gateway-hint.ts';
import { secretPrefix } from '../server/keys/key-secrets.ts';
import { type GrantedGroups, type Key, publicMode, type Refusal, stateOf } from '../server/keys/keys.ts';
import { aligned, shortened } from './table.ts';

/** The UTC minute, such as `2026-01-31 09:05`. */
export const minuteText = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

export const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const quoted = (text: string) => JSON.stringify(text);

function groupsText(granted: GrantedGroups): string {
  if (granted === 'all') return 'all';
  const hasAllGroups = groups.every((group) => granted.includes(group));
  const names = hasAllGroups ? ['all', ...granted.filter((permission) => !isGroup(permission))] : granted;
  return names.join(',');
}

const limitsText = (key: Key) => `${key.perMinute}/min ${key.perSecond}/s`;

function expiryText(key: Key, now: number): string {
  const state = stateOf(key, now);
  if (state === 'revoked') return `revoked ${dayText(key.revokedAt!)}`;
  if (key.expiresAt === null) return 'never';
  return state === 'expired' ? `expired ${dayText(key.expiresAt)}` : minuteText(key.expiresAt);
}

export const refusalText = (refusal: Refusal) =>
  `${minuteText(refusal.at)} ${refusal.reason === 'revoked' ? 'revoked secret' : refusal.reason} from ${refusal.address}`;

/** Lines of a table: one for each key, after a line of headings. Times are UTC. */
export function keyTable(keys: readonly Key[], now: number): string[] {
  const headings = ['ID', 'NAME', 'MODE', 'ADDRESS', 'GROUPS', 'LIMITS', 'EXPIRES', 'LAST USE'];
  const rows = keys.map((key) => [
    key.id,
    shortened(key.name, 32),
    publicMode(key.mode),
    key.address,
    shortened(groupsText(key.groups), 40),
    limitsText(key),
    expiryText(key, now),
    key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt),
    key.lastRefusal === null ? '-' : refusalText(key.lastRefusal),
  ]);
  return aligned([[...headings, 'LAST REFUSAL'], ...rows]);
}

/** One line with address, permissions, limits and expiry of a key. */
export function keySummary(key: Key, now: number): string {
  const expiry = key.expiresAt === null ? 'does not expire' : `expires ${expiryText(key, now)} UTC`;
  const rights = `groups ${groupsText(key.groups)}, ${key.perMinute} a minute, ${key.perSecond} a second`;
  const kind = key.mode === 'sandbox' ? 'Test key' : 'Key';
  return `${kind} ${key.id} (${quoted(key.name)}) is bound to ${key.address}: ${rights}, ${expiry}.`;
}

/** All fields of a key, and advice about its last refusal. Times are UTC. */
export function keyReport(key: Key, now: number, workMs: number): string[] {
  const facts: [string, string][] = [
    ['id', key.id],
    ['name', key.name],
    [
      'mode',
      publicMode(key.mode) + (key.mode === 'sandbox' ? ' (a test key, which the sandbox answers)' : ''),
    ],
    ['state', stateOf(key, now)],
    ['address', key.address],
    ['groups', groupsText(key.groups)],
    ['limits', limitsText(key)],
    ['created', minuteText(key.createdAt)],
    ['expires', expiryText(key, now)],
    ['last use', key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt)],
    ['last refusal', key.lastRefusal === null ? 'never' : refusalText(key.lastRefusal)],
    ['work', `${(workMs / 1000).toFixed(1)} s of processor time`],
    ['note', key.note || '-'],
  ];
  return [...facts.map(([label, text]) => `${label.padEnd(12)}  ${text}`), '', advice(key, now)];
}

/** Why a caller with this key gets 401, and what the operator can do. */
function advice(key: Key, now: number): string {
  const state = stateOf(key, now);
  if (state === 'revoked') {
    return `Every call is refused: the key is revoked for good. Give the caller another: keys issue --ip ${key.address} --name ${quoted(key.name)}`;
  }
  if (state === 'expired') {
    return `Every call is refused: the key has expired. Prolong it: keys set ${key.id} --expires 90d`;
  }
  const refusal = key.lastRefusal;
  if (refusal === null) {
    return `No call with this key was refused. A caller who gets 401 sends another text: the header is "Authorization: Bearer ${secretPrefix(key)}…", whole and from ${key.address}.`;
  }
  if (key.lastUsedAt !== null && key.lastUsedAt > refusal.at) {
    return 'Calls were accepted after the last refusal.';
  }
  return refusalAdvice(key, refusal);
}

function refusalAdvice(key: Key, refusal: Refusal): string {
  switch (refusal.reason) {
    case 'address': {
      if (refusal.address === key.address) {
        return `The last refused call came from ${refusal.address}, which the key has been bound to since.`;
      }
      const came = `The last refused call came from ${refusal.address}, and the key is bound to ${key.address}.`;
      const hint = gatewayHint(key, refusal.address);
      return `${came} ${hint ?? `If the caller has moved: keys set ${key.id} --ip ${refusal.address}`}`;
    }
    case 'expired':
      return 'The last refused call came while the key was expired; it has been prolonged since.';
    case 'revoked':
      return `The last refused call carried a secret that is no longer good. Give the caller the newest one, or make another: keys rotate ${key.id}`;
  }
}

/** The JSON form of a key; times are ISO 8601. */
export function keyJson(key: Key, now: number) {
  return {
    id: key.id,
    name: key.name,
    mode: publicMode(key.mode),
    address: key.address,
    groups: key.groups,
    perMinute: key.perMinute,
    perSecond: key.perSecond,
    state: stateOf(key, now),
    expiresAt: isoOrNull(key.expiresAt),
    createdAt: isoOrNull(key.createdAt),
    revokedAt: isoOrNull(key.revokedAt),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    lastRefusal: key.lastRefusal && { ...key.lastRefusal, at: isoOrNull(key.lastRefusal.at) },
    note: key.note,
  };
}
