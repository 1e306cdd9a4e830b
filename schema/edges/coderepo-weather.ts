import { placeIn } from '../../resolvers/links.ts';
import { current } from '../../resolvers/weather.ts';
import { User } from '../coderepo.ts';
import { builder } from '../kernel/builder.ts';
import { Current } from '../weather.ts';

// The city is the location in the profile of the user; a location that names no place gives null.
builder.objectField(User, 'weather', (t) =>
  t.lookup(current, { type: Current, from: { city: (user) => placeIn(user.location) } }),
);
