import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { minutes } from '../../core/clock.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { type FaultyUpstream, startUpstream } from '../faults/harness/upstream.ts';
import { useStarted } from '../suite.ts';
import { runs } from './runs.ts';

/** As sources/weather.ts declares: fresh for ten minutes, up to a tenth less, and an hour more while the upstream fails. */
const freshMs = minutes(10);
const shortestFreshMs = freshMs * 0.9;
/** An entry is served once more while it is refreshed in the background. */
const staleWhileRevalidateMs = freshMs / 4;
const staleIfErrorMs = minutes(60);
/** The time that a step itself may take. */
const slackMs = 5_000;

const cities = ['alpha', 'beta', 'gamma'] as const;
type City = (typeof cities)[number];
type Caller = 'permitted' | 'alsoPermitted' | 'lacking';

/** What the upstream has said of a city, and when the service last heard it. */
interface Known {
  /** Versions and the model's time from which each is true. */
  readonly versions: { readonly version: number; readonly sinceMs: number }[];
  heardAtMs: number | undefined;
  /** When it may have heard it as well, from a request whose caller left. */
  perhapsHeardAtMs: number | undefined;
}

class Model {
  nowMs = 0;
  isFailing = false;
  readonly known = new Map<City, Known>(
    cities.map((city) => [
      city,
      { versions: [{ version: 1, sinceMs: 0 }], heardAtMs: undefined, perhapsHeardAtMs: undefined },
    ]),
  );
  of(city: City): Known {
    return this.known.get(city)!;
  }
  current(city: City): number {
    return this.of(city).versions.at(-1)!.version;
  }
  /** Whether the upstream said this version at some time not longer ago than this. */
  wasSaid(city: City, version: number, withinMs: number): boolean {
    const { versions } = this.of(city);
    const index = versions.findIndex((each) => each.version === version);
    const untilMs = versions[index + 1]?.sinceMs ?? this.nowMs;
    return index >= 0 && untilMs >= this.nowMs - withinMs - slackMs;
  }
  /** The age of the entry that there must be. */
  ageMs(city: City): number {
    const { heardAtMs } = this.of(city);
    return heardAtMs === undefined ? Number.POSITIVE_INFINITY : this.nowMs - heardAtMs;
  }
  /** The age of the youngest entry that there may be. */
  leastAgeMs(city: City): number {
    const { perhapsHeardAtMs = Number.NEGATIVE_INFINITY } = this.of(city);
    return Math.min(this.ageMs(city), this.nowMs - perhapsHeardAtMs);
  }
}

interface Real {
  readonly app: TestApp;
  readonly upstream: FaultyUpstream;
  readonly keys: Readonly<Record<Caller, Record<string, string>>>;
  /** Unique to a run, so that runs share nothing. */
  readonly run: number;
}

type Command = fc.AsyncCommand<Model, Real>;

const path = (city: City, run: number) => `/api/weather/current?city=${city}${run}`;
const query = (city: City, run: number) => `{ weather { current(city: "${city}${run}") { visibility } } }`;

const ask = (city: City, caller: Caller, transport: 'rest' | 'graphql'): Command => ({
  check: () => true,
  async run(model, { app, upstream, keys, run }) {
    const before = hitsOf(upstream, city, run);
    const headers = keys[caller];
    const answer =
      transport === 'rest'
        ? await app.ask(path(city, run), { headers })
        : await app.graphql(query(city, run), {}, { headers });
    const asked = hitsOf(upstream, city, run) > before;
    if (caller === 'lacking') {
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain('visibility');
      expect(asked).toBe(false);
      return;
    }
    const version =
      transport === 'rest' ? answer.body.visibility : answer.body.data?.weather?.current?.visibility;
    const ageMs = model.ageMs(city);
    if (version === undefined || version === null) {
      // Only a failing upstream without an entry that may still be served is an error.
      expect(model.isFailing, answer.text).toBe(true);
      expect(ageMs).toBeGreaterThan(shortestFreshMs + staleIfErrorMs - slackMs);
      return;
    }
    if (ageMs < shortestFreshMs - slackMs) expect(asked).toBe(false);
    const isGone = model.leastAgeMs(city) > freshMs + staleWhileRevalidateMs + slackMs;
    if (isGone && !model.isFailing) expect(asked).toBe(true);
    const oldestMs = model.isFailing ? freshMs + staleIfErrorMs : freshMs + staleWhileRevalidateMs;
    expect(
      model.wasSaid(city, version, oldestMs),
      `version ${version} of ${city}, which is at ${model.current(city)}, after ${ageMs} ms`,
    ).toBe(true);
    if (asked && !model.isFailing && ageMs > freshMs + staleWhileRevalidateMs)
      expect(version).toBe(model.current(city));
    // A refresh in the background ends before the next step.
    await settle();
    if (hitsOf(upstream, city, run) > before && !model.isFailing) model.of(city).heardAtMs = model.nowMs;
  },
  toString: () => `${caller} asks for ${city} by ${transport}`,
});

/** Upstream requests for a city; those of another one may still be on their way. */
const hitsOf = ({ hits }: FaultyUpstream, city: City, run: number): number =>
  hits.filter(({ path: asked }) => asked.includes(`q=${city}${run}&`)).length;

/** Lets what goes on in the background end. */
const settle = (ms = 25): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const leaveEarly = (city: City): Command => ({
  check: () => true,
  async run(model, { app, upstream, keys, run }) {
    const before = hitsOf(upstream, city, run);
    const controller = new AbortController();
    const asking = app
      .ask(path(city, run), { headers: keys.permitted, signal: controller.signal })
      .catch(() => undefined)
      .finally(() => controller.abort());
    // The caller leaves when the upstream has been asked, or stays for a cached response.
    while (!controller.signal.aborted && hitsOf(upstream, city, run) === before) await settle(1);
    controller.abort();
    await asking;
    await settle();
    // The upstream may have answered before the caller left, or not.
    if (hitsOf(upstream, city, run) > before && !model.isFailing)
      model.of(city).perhapsHeardAtMs = model.nowMs;
  },
  toString: () => `a caller leaves while ${city} is asked`,
});

const pass = (ms: number): Command => ({
  check: () => true,
  async run(model, { app }) {
    app.clock.skip(ms);
    model.nowMs += ms;
  },
  toString: () => `${ms / 60_000} minutes pass`,
});

const change = (city: City): Command => ({
  check: () => true,
  async run(model) {
    model.of(city).versions.push({ version: model.current(city) + 1, sinceMs: model.nowMs });
  },
  toString: () => `${city} changes upstream`,
});

const turn = (isFailing: boolean): Command => ({
  check: (model) => model.isFailing !== isFailing,
  async run(model, { app }) {
    model.isFailing = isFailing;
    // The breaker's rest is a matter of other tests.
    app.clock.skip(minutes(0.5));
    model.nowMs += minutes(0.5);
  },
  toString: () => (isFailing ? 'the upstream fails' : 'the upstream works again'),
});

const anyCity = fc.constantFrom(...cities);
const commands = fc.commands(
  [
    fc
      .tuple(
        anyCity,
        fc.constantFrom<Caller>('permitted', 'alsoPermitted', 'lacking'),
        fc.constantFrom('rest', 'graphql'),
      )
      .map(([of, caller, transport]) => ask(of, caller, transport as 'rest' | 'graphql')),
    fc
      .tuple(anyCity, fc.constantFrom<Caller>('permitted', 'lacking'))
      .map(([of, caller]) => ask(of, caller, 'rest')),
    anyCity.map(leaveEarly),
    fc.constantFrom(0.2, 4, 8, 11, 14, 45, 90).map((count) => pass(minutes(count))),
    anyCity.map(change),
    fc.boolean().map(turn),
  ],
  { maxCommands: 30 },
);

describe('the cache', () => {
  const upstream = useStarted(() => startUpstream());
  const app = useStarted(() => startTestApp({ upstreamOrigin: upstream.origin }));
  let keys: Real['keys'];
  let model = new Model();
  let run = 0;

  beforeAll(async () => {
    keys = {
      permitted: {},
      alsoPermitted: await app.issue({ groups: ['weather'] }),
      lacking: await app.issue({ groups: ['news'] }),
    };
    upstream.behave('api.openweathermap.org', (incoming, outgoing) => {
      const asked = cities.find((each) => incoming.url!.includes(`q=${each}${run}&`));
      if (model.isFailing || !asked) return void outgoing.writeHead(500).end();
      const text = weatherOf(asked, model.current(asked));
      return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  });

  it('serves what the upstream said within the lifetime, to no key that lacks the permission', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        run += 1;
        model = new Model();
        // Breakers and lifetimes of the run before have passed.
        app.clock.skip(minutes(600));
        await fc.asyncModelRun(() => ({ model, real: { app, upstream, keys, run } }), steps);
      }),
      runs(8),
    );
  });
});

/** A report as the upstream writes it. */
const weatherOf = (name: string, version: number): string =>
  JSON.stringify({
    coord: { lon: 10.75, lat: 59.91 },
    weather: [{ id: 800, main: 'Clear', description: 'clear sky', icon: '01d' }],
    base: 'stations',
    main: { temp: 280, feels_like: 279, temp_min: 279, temp_max: 281, pressure: 1012, humidity: 60 },
    visibility: version,
    wind: { speed: 3, deg: 200 },
    clouds: { all: 0 },
    dt: 1_790_000_000,
    sys: { type: 2, id: 1, country: 'NO', sunrise: 1_790_000_000, sunset: 1_790_040_000 },
    timezone: 7_200,
    id: 3_143_244,
    name,
    cod: 200,
  });
