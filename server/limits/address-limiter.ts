import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type Clock, minutes } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { isWithin } from '../../core/sliding-window.ts';

const windowMs = minutes(1);

/** Limits failed authentications, or requests to what needs no key, of an address, in fixed windows of a minute. */
export interface AddressLimiter {
  /** Whether the address has reached the limit. */
  isBlocked(address: string): boolean;
  /** Counts one failure or request of the address. Throws the fault `limited` in its place when the address has reached the limit. */
  count(address: string): void;
}

const maxSubnets = 10_000;

/** `message` words the fault. */
export function createAddressLimiter(clock: Clock, perMinute: number, message: string): AddressLimiter {
  /** The oldest window is dropped for a further one, since reading does not renew it. */
  const windows = new LRUCache<string, { readonly startMs: number; count: number }>({ max: maxSubnets });

  const windowOf = (subnet: string) => {
    const window = windows.peek(subnet);
    return window && isWithin(window.startMs, windowMs, clock.now()) ? window : undefined;
  };

  return {
    isBlocked: (address) => (windowOf(subnetOf(address))?.count ?? 0) >= perMinute,
    count(address) {
      const subnet = subnetOf(address);
      const window = windowOf(subnet);
      if (window && window.count >= perMinute) {
        const retryAfter = Math.ceil((window.startMs + windowMs - clock.now()) / 1000);
        throw new Fault('limited', message, { retryAfter, scope: 'address' });
      }
      if (window) {
        window.count += 1;
        return;
      }
      windows.set(subnet, { startMs: clock.now(), count: 1 });
    },
  };
}

/** The subnet by which addresses are counted: of IPv6 the /64 prefix, all of which a subscriber can use. */
export function subnetOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
