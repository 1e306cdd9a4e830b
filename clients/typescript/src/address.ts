type Value = string | number | boolean;

/** Values of parameters by name; those that are undefined are left out. */
export type ParameterValues = Readonly<Record<string, Value | readonly Value[] | null | undefined>>;

/** The path with its parameters in place, and the others as query string: lists by repetition. */
export function addressOf(path: string, values: ParameterValues = {}): string {
  const placed = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(segmentOf(name, values)),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || path.includes(`{${name}}`)) continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  const text = query.toString();
  return text === '' ? placed : `${placed}?${text}`;
}

function segmentOf(name: string, values: ParameterValues): string {
  const text = String(values[name] ?? '');
  // A URL takes dots for a way through its path, and nothing for another path.
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} must be text other than ".", ".." or none, since it is a part of the path.`);
  }
  return text;
}
