import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { commaSeparated } from '../../core/settings.ts';

/** The values that a setting accepts. */
export interface SettingForm<Value> {
  /** A phrase after "NAME must be". */
  readonly expected: string;
  readonly schema: z.ZodType<Value>;
}

/** A CIDR range: address and number of leading bits. */
export type TrustedRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

export const wholeNumber = (min: number, max: number): SettingForm<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max)),
});

/** A whole number in another unit than that of its variable. */
export function wholeNumberIn(min: number, max: number, convert: (value: number) => number) {
  const { expected, schema } = wholeNumber(min, max);
  return { expected, schema: schema.transform(convert) };
}

export const portNumber: SettingForm<number> = { ...wholeNumber(0, 65_535), expected: 'a port number' };

export const textOf = (expected: string, schema = z.string().min(1) as z.ZodType<string>) => ({
  expected,
  schema,
});

export const wordOf = <const Word extends string>(words: readonly Word[], expected: string) => ({
  expected,
  schema: z.enum(words) as z.ZodType<Word>,
});

/** A URL that may hold a password, and is therefore handled as a secret. */
export const secretUrl = (protocol: RegExp, expected: string): SettingForm<string> => ({
  expected,
  schema: z.string().refine((text) => URL.canParse(text) && protocol.test(text)),
});

export const listOf = <Item>(item: z.ZodType<Item, string>, expected: string) => ({
  expected,
  schema: commaSeparated.pipe(z.array(item)),
});

/** Stands among the origins for every page of this machine. */
export const loopback = 'loopback';

/** The form of browsers' `Origin` header, no path, no default port, and never `*`; or `loopback`. */
export const exactOrigin = z
  .string()
  .refine(
    (text) =>
      text === loopback || (URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text),
  );

export const cidr = z.string().transform((text, context): TrustedRange => {
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), undefined];
    // Addresses of clients are compared as IPv4 where they are mapped to IPv6.
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && (bits ?? 128) >= 96) {
      return [address.toIPv4Address(), (bits ?? 128) - 96];
    }
    return [address, bits ?? (address.kind() === 'ipv4' ? 32 : 128)];
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

/** A link or a mail address in the form of a comment of `User-Agent` (RFC 9110, 10.1.5). */
export const contactAddress = z
  .string()
  .regex(/^(?:https?:\/\/[\w.-]|mailto:[\w.+-]+@[\w.-])[!#-'*-[\]-~]*$/);

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an origin is that of a page of this machine, on any port. */
export const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname);
