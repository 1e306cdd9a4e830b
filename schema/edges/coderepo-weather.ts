import { placeIn } from '../../resolvers/links.ts';
import { current } from '../../resolvers/weather.ts';
import { User } from '../coderepo.ts';
import { builder } from '../kernel/builder.ts';
import { Current } from '../weather.ts';

// From where a user says they are to the weather there; null when that names no place.
builder.objectField(User, 'weather', (t) =>
  t.lookup(current, { type: Current, from: { city: (user) => placeIn(user.location) } }),
);
