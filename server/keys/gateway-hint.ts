import ipaddr from 'ipaddr.js';
import type { Key } from './keys.ts';

const isPrivate = (address: string): boolean =>
  ipaddr.isValid(address) && ['private', 'uniqueLocal'].includes(ipaddr.process(address).range());

/**
 * Advice about a key that was refused because of its caller's address: undefined unless that address is private and the
 * key's is not, as behind a container's bridge or a proxy that is not trusted, where all callers have one address.
 */
export function gatewayHint(key: Pick<Key, 'address'>, address: string): string | undefined {
  if (!isPrivate(address) || isPrivate(key.address)) return undefined;
  return `${address} is a private address, such as that of a container bridge or a proxy, which all callers share then: set TRUSTED_PROXIES (docs/operating.md, Containers)`;
}
