import { describe, expect, it } from 'vitest';
import {
  mma,
  number,
  orNull,
  respondWith,
  scoreboardPath,
  startSportsApp,
  status,
  text,
} from './sports-fixture.ts';
import { useStarted } from './suite.ts';

const app = useStarted(startSportsApp);

describe('GET /api/sports/mma/pro/scoreboard', () => {
  const fighter = { id: text, name: text, record: text, country: text, winner: orNull('boolean') };
  const bout = {
    id: text,
    date: text,
    status,
    weight_class: text,
    rounds: number,
    round: orNull('number'),
    clock: orNull('string'),
    fighters: [fighter, fighter],
  };

  it('responds 200 with the cards of the next days', async () => {
    const { games, ...rest } = await app.body(mma);
    expect(rest).toEqual({});
    expect(games).toMatchObject([{ id: text, name: text, venue: text, status: 'Pre-Game' }]);
    expect(games[0].bouts).toEqual(Array(games[0].bouts.length).fill({ ...bout, result: null }));
  });

  it('responds 200 with the result of every finished bout', async () => {
    const { games } = await app.body(`${mma}?date=2031-01-11`);
    const { bouts } = games[0];
    const result = { winner: text, method: text, round: number, time: expect.stringMatching(/^\d:\d\d$/) };
    expect(bouts).toEqual(Array(bouts.length).fill({ ...bout, result }));
    const methods = bouts.map((each: { result: { method: string } }) => each.result.method);
    expect(new Set(methods)).toEqual(new Set(['KO/TKO', 'Submission', 'Decision']));
    for (const { fighters, result } of bouts) {
      expect(fighters.find((each: { winner: boolean }) => each.winner).name).toBe(result.winner);
    }
  });

  it('responds 200 with an empty list on a day without a card', async () => {
    expect(await app.body(`${mma}?date=2031-01-12`)).toEqual({ games: [] });
  });

  it.each([
    ['Pre-Game', 'STATUS_SCHEDULED pre', ['pre', 'pre']],
    ['Live', 'STATUS_SCHEDULED pre', ['post', 'pre']],
    ['Live', 'STATUS_SCHEDULED pre', ['post', 'post']],
    ['Final', 'STATUS_FINAL post', ['post', 'pre']],
    ['Postponed', 'STATUS_POSTPONED post', ['pre', 'pre']],
  ])('marks a card as %s that is %s with bouts that are %j', async (status, said, states) => {
    const [name, state] = said.split(' ');
    const bouts = states.map((state, index) => ({
      id: String(index),
      date: '2031-01-18T22:00Z',
      status: { type: { name: state === 'post' ? 'STATUS_FINAL' : 'STATUS_SCHEDULED', state } },
    }));
    const card = {
      id: '1',
      date: '2031-01-18T22:00Z',
      status: { type: { name, state } },
      competitions: bouts,
    };
    await app.fault(respondWith(scoreboardPath('mma/ufc'), card));
    app.clock.skip(7_200_000);
    expect((await app.body(`${mma}?date=2031-02-01`)).games).toMatchObject([{ status }]);
  });

  it('marks a card live as soon as a bout is and omits unnamed fighters', async () => {
    const standing = (name: string, state: string) => ({ type: { name, state } });
    const bout = (id: string, phase: object) => ({
      id,
      date: '2031-01-18T22:00Z',
      competitors: [{ id: '1' }, { id: '2', winner: true }],
      status: phase,
    });
    const draw = { period: 2, displayClock: '1:00', ...standing('STATUS_FINAL', 'post') };
    await app.fault(
      respondWith(scoreboardPath('mma/ufc'), {
        id: '1',
        date: '2031-01-18T22:00Z',
        status: standing('STATUS_SCHEDULED', 'pre'),
        competitions: [
          bout('1', standing('STATUS_FIGHTERS_WALKING', 'in')),
          bout('2', standing('STATUS_IN_PROGRESS_2', 'in')),
          bout('3', draw),
        ],
      }),
    );
    const [card] = (await app.body(`${mma}?date=2031-01-25`)).games;
    expect(card).toMatchObject({ name: null, venue: null, status: 'Live' });
    const results = card.bouts.map((each: Record<string, unknown>) => [each.status, each.result]);
    expect(results).toEqual([
      ['Pre-Game', null],
      ['Live', null],
      ['Final', { winner: null, method: null, round: 2, time: '1:00' }],
    ]);
    const missing = { name: null, record: null, country: null, winner: null };
    expect(card.bouts[1].fighters[1]).toEqual({ id: '2', ...missing });
  });
});
