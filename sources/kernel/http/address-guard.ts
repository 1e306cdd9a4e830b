import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { Fault } from '../../../core/faults.ts';

/**
 * Whether an IP address, in any spelling that a resolver would take (`127.1`, `0x7f.1`, `::ffff:10.0.0.1`), belongs
 * to the public Internet. Only what is known to be global passes: the special ranges are too many to list the others.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // 2000::/3 is all that has been handed out; IPv4-compatible and site-local addresses are unicast too, by name.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}

/** Names that are only ever resolved by a local network; a resolver behind a proxy would answer them. */
const localName = /^[^.]*\.?$|\.(?:localhost|local|localdomain|internal|home\.arpa)\.?$/i;

/** What the URL standard and resolvers take for an address, well formed or not; no public name ends in a number. */
const literalAddress = /:|(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;

const refusal = () => new Fault('upstreamFailed', 'The upstream is not at a public address.');

/**
 * Throws an `upstreamFailed` fault for a literal address outside the public Internet, and for a name of the local
 * network. Other names pass: what they resolve to is judged when the connection is made.
 */
export function refuseUnlessPublic(host: string): void {
  const bare = host.replace(/^\[|\]$/g, '');
  const isOpen = literalAddress.test(bare) ? isPublicAddress(bare) : !localName.test(bare);
  if (!isOpen) throw refusal();
}

/** A lookup that knows only the public addresses among those that `lookup` finds. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const open = Array.isArray(found) ? found.filter(({ address }) => isPublicAddress(address)) : [];
      const [first] = open;
      if (!first) return callback(refusal(), []);
      return options.all ? callback(null, open) : callback(null, first.address, first.family);
    });
}

export interface ConnectorOptions {
  /** Exact `host:port` pairs that the operator has named, such as the sandbox; these are not judged. */
  readonly trusted?: readonly string[];
  /** How names become addresses; the system's resolver unless given. */
  readonly lookup?: LookupFunction;
  /** How long a connection may take, TLS included. */
  readonly timeoutMs?: number;
}

/**
 * Makes undici's connections, and makes none to an address that is not public. Literal addresses are judged here,
 * because Node does not ask a lookup about them; names are judged by what they resolve to at this very connection,
 * so a name that changes its answer between two looks gains nothing.
 */
export function guardedConnector(options: ConnectorOptions = {}): buildConnector.connector {
  const timeout = options.timeoutMs ?? 5_000;
  const trusted = new Set(options.trusted);
  const connectAnywhere = buildConnector({ timeout });
  const connectPublic = buildConnector({ timeout, lookup: publicOnly(options.lookup ?? systemLookup) });
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? 443 : 80);
    if (trusted.has(`${target.hostname}:${port}`)) return connectAnywhere(target, callback);
    try {
      refuseUnlessPublic(target.hostname);
    } catch (error) {
      return queueMicrotask(() => callback(error as Error, null));
    }
    return connectPublic(target, callback);
  };
}

/** Whether a host is on a list of exact names; an entry `*.example.com` stands for every name below `example.com`. */
export const allowsHost = (hosts: readonly string[], host: string): boolean =>
  hosts.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));

const longestPageUrl = 2048;

/**
 * A scheme, a plain ASCII host and at most the scheme's usual port, with nothing in the text that a URL parser would
 * repair or drop: what a person reads is then what the parser sees.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const plainPageUrl = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\\\u0000-\u0020\u007f-\u009f]*)?$/i;

/**
 * The address of a page as a caller gave it, when it is on one of `hosts` (as `allowsHost` reads them): always https
 * on port 443 and without a fragment. Undefined for everything else; saying what is accepted is the input's task.
 */
export function matchPageUrl(
  text: string,
  { hosts }: { readonly hosts: readonly string[] },
): URL | undefined {
  if (text.length > longestPageUrl || !plainPageUrl.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.protocol = 'https:';
  url.hash = '';
  return url.port === '' && allowsHost(hosts, url.hostname) ? url : undefined;
}
