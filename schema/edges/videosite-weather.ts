import { ifPresent } from '../../resolvers/kernel/optional.ts';
import { current } from '../../resolvers/weather.ts';
import { capitalOf } from '../../resolvers/weather-cities.ts';
import { builder } from '../kernel/builder.ts';
import { Channel } from '../videosite.ts';
import { Current } from '../weather.ts';

// A channel names its country alone, so that its weather is that of the capital.
builder.objectField(Channel, 'weather', (t) =>
  t.lookup(
    ifPresent(current, 'The weather in the capital of the country of the channel; null when it names none.'),
    { type: Current, from: { city: ({ snippet }) => capitalOf(snippet.country) } },
  ),
);
