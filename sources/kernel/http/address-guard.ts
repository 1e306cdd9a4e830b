import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { Fault } from '../../../core/faults.ts';

/**
 * Whether an IP address, in any spelling that a resolver would take (`127.1`, `0x7f.1`, `::ffff:10.0.0.1`), is
 * public. Only global unicast passes, since the special ranges are too many to be listed.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Only 2000::/3 is allocated; IPv4-compatible and site-local addresses count as unicast, too.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}

/** Names that only local networks resolve; a resolver behind a proxy would resolve them. */
const localName = /^[^.]*\.?$|\.(?:localhost|local|localdomain|internal|home\.arpa)\.?$/i;

/** Hosts that the URL standard and resolvers parse as an address, well formed or not; no public name ends in a number. */
const literalAddress = /:|(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;

const refusal = () => new Fault('upstreamFailed', 'The upstream is not at a public address.');

/**
 * Throws an `upstreamFailed` fault for a literal address outside the public Internet, and for a name of the local
 * network. Other names pass: their addresses are checked when the connection is made.
 */
export function refuseUnlessPublic(host: string): void {
  const bare = host.replace(/^\[|\]$/g, '');
  const isOpen = literalAddress.test(bare) ? isPublicAddress(bare) : !localName.test(bare);
  if (!isOpen) throw refusal();
}

/** A lookup that returns only the public addresses of another lookup. */
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

/** The time limit in milliseconds for a connection, TLS included. */
const timeout = 5_000;

export interface ConnectorOptions {
  /** Exact `host:port` pairs of the operator, such as the sandbox; their addresses are not checked. */
  readonly trusted?: readonly string[];
  /** Resolves names to addresses; the system's resolver unless given. */
  readonly lookup?: LookupFunction;
}

/**
 * Makes undici's connections, to public addresses only. Literal addresses are checked here, since Node calls no
 * lookup for them; names are checked by the lookup of the connection itself, so DNS rebinding gains nothing.
 */
export function guardedConnector(options: ConnectorOptions = {}): buildConnector.connector {
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
 * A scheme, a plain ASCII host, an optional port and a path without characters that a URL parser would repair or
 * drop, so that the parsed address is the visible one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are excluded on purpose
const plainPageUrl = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\\\u0000-\u0020\u007f-\u009f]*)?$/i;

/**
 * The address of a page from a caller, when it is on one of `hosts` (as `allowsHost` reads them): always https on
 * port 443, without a fragment. Undefined for all others.
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
