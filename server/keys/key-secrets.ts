import { hash, randomInt } from 'node:crypto';
import type { Key } from './keys.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Without letters and digits that are easily confused, since ids are read aloud. */
const unambiguous = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const createId = (): string => randomText(unambiguous, 6);

/** The beginning of the secret of a key; that of a test key says so. */
export const secretPrefix = ({ id, mode }: Pick<Key, 'id' | 'mode'>): string =>
  mode === 'sandbox' ? `alm_test_${id}_` : `alm_${id}_`;

/** 43 characters of base 62 hold 256 bits, so a plain SHA-256 without salt or stretching protects them. */
export const createSecret = (key: Pick<Key, 'id' | 'mode'>): string =>
  secretPrefix(key) + randomText(base62, 43);

/** Whether a text can be a secret at all. Other texts are refused without being hashed. */
export const looksLikeSecret = (text: string): boolean => text.length <= 256 && /^[\x21-\x7e]+$/.test(text);

/** SHA-256 in hex. */
export const secretDigest = (secret: string): string => hash('sha256', secret);
