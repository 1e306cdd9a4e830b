/**
 * Secrets that must appear in no response, log, metric or page. Every credential of a service under test is one, and
 * every secret of a key that the suite issues; the harness searches whatever it receives.
 */
const mark = 'canary';
const secrets = new Set<string>();

/** A credential, recognised by its beginning. */
export const canary = (name: string): string => `${mark}-${name.toLowerCase()}-3f9c`;

/** Remembers the secret of a key. */
export function watch(secret: string): string {
  secrets.add(secret);
  return secret;
}

/** The first secret in a text, shortened; undefined when there is none. */
export function canaryIn(text: string): string | undefined {
  const credential = /canary-[a-z_]+-3f9c/.exec(text)?.[0];
  if (credential) return credential;
  for (const secret of secrets) if (text.includes(secret)) return `key ${secret.slice(0, 9)}…`;
  return undefined;
}
