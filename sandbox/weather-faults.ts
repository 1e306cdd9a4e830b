import type { NamedFault } from './kernel/faults.ts';
import { json } from './kernel/responses.ts';

export const nameFaults: readonly NamedFault[] = [
  {
    name: 'names unknown',
    group: 'weather',
    host: 'api.openweathermap.org',
    description: 'Weather is found by position only; the gazetteer knows names.',
    change: (usual, { path, query }) =>
      path.startsWith('/data/') && query.has('q')
        ? json({ cod: '404', message: 'city not found' }, { status: 404 })
        : usual,
  },
];
