import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** The forms that settings accept. */

/** A CIDR range: address and number of leading bits. */
export type TrustedRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(65_535));
export const originUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  // A path would be dropped silently.
  .refine((text) => /^[a-z]+:\/\/[^/?#]+$/i.test(text));

/** A URL that may hold a password, and is therefore handled as a secret. */
export const secretUrl = (protocol: RegExp) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(text));

/** The form of browsers' `Origin` header: no path, no default port, and never `*`. */
export const exactOrigin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text);

export const cidr = z.string().transform((text, context): TrustedRange => {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

/** A link or a mail address in the form of a comment of `User-Agent` (RFC 9110, 10.1.5). */
export const contactAddress = z
  .string()
  .regex(/^(?:https?:\/\/[\w.-]|mailto:[\w.+-]+@[\w.-])[!#-'*-[\]-~]*$/);

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
