import { ifPresent } from '../../resolvers/kernel/optional.ts';
import { placeIn } from '../../resolvers/links.ts';
import { current } from '../../resolvers/weather.ts';
import { builder } from '../kernel/builder.ts';
import { User } from '../microblog.ts';
import { Current } from '../weather.ts';

builder.objectField(User, 'weather', (t) =>
  t.lookup(ifPresent(current, 'The weather at the location in the profile; null when that is no place.'), {
    type: Current,
    from: { city: ({ location }) => placeIn(location) },
  }),
);
