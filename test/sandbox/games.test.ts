import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import { useStarted } from '../suite.ts';
import { manualClock } from '../support/manual-clock.ts';

/** JSON of any shape; a missing member fails the expectation that names it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of responses
type Wire = any;

const sandbox = useStarted(() => startSandbox({ clock: manualClock() }));

const authorized = { authorization: 'Bearer token' };

async function ask(path: string, headers: Record<string, string> = authorized, from = sandbox) {
  const response = await fetch(`${from.origin}/${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Wire };
}

const encoded = (tag: string) => encodeURIComponent(tag);

describe.each([
  ['arenagame', 'api.brawlstars.com/v1', 'clubs', 'club', 'members'],
  ['cardgame', 'api.clashroyale.com/v1', 'clans', 'clan', 'memberList'],
] as const)('the upstream of %s', (_, host, groups, group, list) => {
  it('has consistent members, independent of the order of requests', async () => {
    const players = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(`${host}/players/%23QY${index}P`)),
    );
    const members = players.map(({ body }) => body).filter((body) => body[group]?.tag !== undefined);
    expect(members.length).toBeGreaterThan(5);
    expect(members.length).toBeLessThan(20);
    for (const player of members) {
      const { body } = await ask(`${host}/${groups}/${encoded(player[group].tag)}`);
      expect(body.name).toBe(player[group].name);
      const { tag, name, trophies } = player;
      expect(body[list]).toContainEqual(expect.objectContaining({ tag, name, trophies }));
    }

    const { body } = await ask(`${host}/${groups}/%23FIRST`);
    for (const member of body[list]) {
      const { body: player } = await ask(`${host}/players/${encoded(member.tag)}`);
      expect(player[group]).toMatchObject({ tag: '#FIRST', name: body.name });
    }
  });

  it('pages forward and backward without gaps or duplicates', async () => {
    const members = `${host}/${groups}/%23PAGES/members`;
    const { body: all } = await ask(members);
    expect(all.paging).toEqual({ cursors: {} });
    const pages: Wire[] = [];
    for (let after = ''; ; ) {
      const { body } = await ask(`${members}?limit=2${after && `&after=${encoded(after)}`}`);
      pages.push(body);
      after = body.paging.cursors.after ?? '';
      if (after === '') break;
    }
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
    const { before } = pages[1].paging.cursors;
    expect((await ask(`${members}?limit=2&before=${encoded(before)}`)).body).toEqual(pages[0]);
  });
});

describe('the upstream of cardgame', () => {
  const search = (query: string) => ask(`api.clashroyale.com/v1/clans?${query}`);

  it('finds clans by a part of their name in any case, and serves them by tag', async () => {
    const { body } = await search('name=golden');
    expect((await search('name=GOLDEN')).body).toEqual(body);
    for (const result of body.items.slice(0, 5)) {
      expect(result.name).toMatch(/golden/i);
      const { body: clan } = await ask(`api.clashroyale.com/v1/clans/${encoded(result.tag)}`);
      expect(clan).toMatchObject(result);
    }
  });

  it.each([
    ['nothing', 'name=notfoundhere', 200, []],
    ['too short a name', 'name=ab', 400, undefined],
    ['no name', '', 400, undefined],
  ])('responds to a search for %s', async (_, query, status, items) => {
    const response = await search(query);
    expect([response.status, response.body.items]).toEqual([status, items]);
  });
});
