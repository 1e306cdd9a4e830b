/** Names of fields, parameters and cookies whose values are secret or signed. */
const secretName =
  /token|secret|passw|cookie|session|csrf|authori[sz]ation|credential|api[-_]?key|client[-_]?id|signature|visitor|device[-_]?id/i;

/** Parameters that sign an address, or say until when it is signed. */
const signedParameter =
  /^(?:sig|sign|signature|key|policy|expires?|oe|oh|hdnts|hdntl|x-[\w-]*|_nc_\w+|tk|ts|se|sp|sv|sr|key-pair-id|st|hmac|auth)$/i;

const redacted = 'redacted';

/** Whether a value was replaced already, or holds nothing. */
const isNothing = (value: string): boolean => value === '' || value === redacted;

/** A text without the operator's secrets, signed parameters of addresses, and e-mail addresses. */
export function redactText(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) {
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
      result = result.replaceAll(form, redacted);
  }
  return result
    .replaceAll(/([?&]|&amp;|\\u0026)([\w.-]+)=([^&#"'\\\s<>]+)/g, (whole, separator, name, value) =>
      !isNothing(value) && (secretName.test(name) || signedParameter.test(name))
        ? `${separator}${name}=${redacted}`
        : whole,
    )
    .replaceAll(/\bBearer\s+[\w.~+/-]{8,}=*/g, `Bearer ${redacted}`)
    .replaceAll(/[\w.+@-]+/g, (word) => (isMailAddress(word) ? 'redacted@example.com' : word));
}

function isMailAddress(word: string): boolean {
  const [name = '', domain = ''] = word.split('@');
  return name !== '' && domain.includes('.');
}

/** The same for a JSON value, in which texts of secret names are replaced as well. */
function redactValue(value: unknown, secrets: readonly string[], name = ''): unknown {
  if (typeof value === 'string')
    return secretName.test(name) && !isNothing(value) ? redacted : redactText(value, secrets);
  if (Array.isArray(value)) return value.map((element) => redactValue(element, secrets, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      redactText(key, secrets),
      redactValue(member, secrets, key),
    ]),
  );
}

/** A body without what is secret. Wide integers of JSON keep their digits, since it is only reformatted when it is safe. */
export function redactBody(body: Buffer, contentType: string, secrets: readonly string[]): Buffer {
  if (!/json|text|html|xml|javascript/.test(contentType)) return body;
  const text = body.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    // A number that JavaScript cannot hold would change its digits.
    if (!/[:[,]\s*-?\d{16,}/.test(text))
      return Buffer.from(`${JSON.stringify(redactValue(value, secrets), null, 2)}\n`);
  } catch {
    // A page, or another text.
  }
  return Buffer.from(redactFields(redactText(text, secrets)));
}

/** A text with fields of JSON in it, such as a page. */
const redactFields = (text: string): string =>
  text.replaceAll(/(\\?")([\w-]+)\1(\s*:\s*)\1((?:[^"\\]|\\[^"])*)\1/g, (whole, quote, name, colon, value) =>
    secretName.test(name) && !isNothing(value)
      ? `${quote}${name}${quote}${colon}${quote}${redacted}${quote}`
      : whole,
  );
