import { placeIn } from '../../resolvers/links.ts';
import { current } from '../../resolvers/weather.ts';
import { User } from '../coderepo.ts';
import { builder } from '../kernel/builder.ts';
import { answer } from '../kernel/lookup-plugin.ts';
import { Current } from '../weather.ts';

// From where a user says they are to the weather there; null when that names no place.
builder.objectField(User, 'weather', (t) =>
  answer(t, current, Current, { city: (user) => placeIn(user.location) }),
);
