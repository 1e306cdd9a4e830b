/** The values of parameters as a further argument of a call in TypeScript, such as `, { city: 'Oslo' }`; empty without any. */
export function literal(values: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(values).map(([name, value]) => `${name}: ${quoted(value)}`);
  return members.length === 0 ? '' : `, { ${members.join(', ')} }`;
}

function quoted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  return `'${value.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
}
