import ipaddr from 'ipaddr.js';
import { type Clock, minutes } from '../../core/clock.ts';
import { isWithin } from '../../core/sliding-window.ts';

const windowMs = minutes(1);

/** Limits failed authentications, or requests to what needs no key, of an address, in fixed windows of a minute. */
export interface AddressLimiter {
  /** Seconds until the window ends when the address has reached the limit, otherwise undefined. */
  blocked(address: string): number | undefined;
  /** Counts one failure or request of the address. */
  count(address: string): void;
}

const maxOrigins = 10_000;

export function createAddressLimiter(options: {
  readonly clock: Clock;
  readonly perMinute?: number;
}): AddressLimiter {
  const { clock, perMinute = 60 } = options;
  const windows = new Map<string, { readonly startMs: number; count: number }>();

  const windowOf = (origin: string) => {
    const window = windows.get(origin);
    return window && isWithin(window.startMs, windowMs, clock.now()) ? window : undefined;
  };

  return {
    blocked(address) {
      const window = windowOf(originOf(address));
      if (!window || window.count < perMinute) return undefined;
      return Math.ceil((window.startMs + windowMs - clock.now()) / 1000);
    },
    count(address) {
      const origin = originOf(address);
      const window = windowOf(origin);
      if (window) {
        window.count += 1;
        return;
      }
      // Deleted before it is set again, so that the map is in the order of the windows and the first entry is the oldest.
      windows.delete(origin);
      if (windows.size >= maxOrigins) windows.delete(windows.keys().next().value!);
      windows.set(origin, { startMs: clock.now(), count: 1 });
    },
  };
}

/** The origin by which addresses are counted: of IPv6 the /64 prefix, all of which a subscriber can use. */
export function originOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
