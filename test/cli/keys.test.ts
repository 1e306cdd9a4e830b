import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysCommand } from '../../cli/keys.ts';
import { hours, minutes } from '../../core/clock.ts';
import { groups as allGroups } from '../../core/groups.ts';
import type { KeyStore, Refusal } from '../../server/keys/keys.ts';
import { openKeyStore } from '../../server/keys/store.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';

let folder: string;
let clock: ManualClock;
let store: KeyStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-keys-cli-'));
  clock = manualClock();
  store = await openKeyStore({ dataDir: folder, clock });
});

afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

async function keys(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await keysCommand(args, {
    openStore: async () => store,
    clock,
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
  });
  return { code, out, err };
}

async function keysJson(...args: string[]) {
  const { code, out, err } = await keys(...args, '--json');
  expect({ code, err, lines: out.length }).toEqual({ code: 0, err: [], lines: 1 });
  return JSON.parse(out[0]!);
}

const issueAda = ['issue', '--ip', '203.0.113.7', '--name', "Ada's bot"];
const secretForm = /alm_[a-z0-9]{6}_[0-9A-Za-z]{43}/g;

describe('keys issue', () => {
  it('prints the key once, to standard output, with a curl command', async () => {
    const { code, out, err } = await keys(...issueAda);
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.join('\n').match(secretForm)).toHaveLength(1);
    expect(out.at(-2)).toMatch(/^KEY=alm_/);
    expect(out.at(-1)).toBe('curl -H "Authorization: Bearer $KEY" http://127.0.0.1:4000/api/me');
    expect(out[0]).toContain('203.0.113.7: groups all, 100 a minute, 10 a second, does not expire.');
  });

  it('accepts every option', async () => {
    const limits = ['--per-minute', '500', '--per-second=20', '--expires', '90d', '--note', 'asked by mail'];
    const issued = await keysJson(...issueAda, '--groups', 'weather,news', ...limits);
    expect(issued.key).toMatch(new RegExp(`^alm_${issued.id}_`));
    expect(issued).toMatchObject({
      name: "Ada's bot",
      address: '203.0.113.7',
      groups: ['weather', 'news'],
      perMinute: 500,
      perSecond: 20,
      expiresAt: new Date(clock.now() + hours(24 * 90)).toISOString(),
      note: 'asked by mail',
      state: 'active',
      replaced: null,
    });
  });

  it.each([
    ['all', 'all'],
    ['weather, weather', ['weather']],
    ['songid,songid:files', ['songid', 'songid:files']],
  ])('reads --groups %s', async (text, groups) => {
    expect((await keysJson(...issueAda, '--groups', text)).groups).toEqual(groups);
  });

  it('issues a test key with --sandbox, which list and show tell apart', async () => {
    const live = await keysJson(...issueAda);
    const issued = await keysJson(...issueAda, '--sandbox');
    expect(issued).toMatchObject({ mode: 'sandbox', replaced: null });
    expect(issued.key).toMatch(new RegExp(`^alm_test_${issued.id}_`));
    const [head, ...lines] = (await keys('list')).out.map((line) => line.split(/\s{2,}/).slice(0, 4));
    expect(head).toEqual(['ID', 'NAME', 'MODE', 'ADDRESS']);
    // Keys of one moment are in no order.
    expect(new Map(lines.map(([id, ...facts]) => [id, facts]))).toEqual(
      new Map([
        [live.id, ["Ada's bot", 'live', '203.0.113.7']],
        [issued.id, ["Ada's bot", 'sandbox', '203.0.113.7']],
      ]),
    );
    const shown = (await keys('show', issued.id)).out;
    expect(shown).toContain('mode          sandbox (a test key, which the sandbox answers)');
    expect(shown.at(-1)).toContain(`alm_test_${issued.id}_…`);
    expect((await keys('set', issued.id, '--per-minute', '5')).out[0]).toMatch(/^Test key /);
    const refused = await keys('set', issued.id, '--sandbox');
    expect(refused.err).toEqual([expect.stringContaining("Unknown option '--sandbox'")]);
  });

  it('expands all beside a further permission, and prints the groups as all', async () => {
    const { id, groups } = await keysJson(...issueAda, '--groups', 'all,songid:files');
    expect(groups).toEqual([...allGroups, 'songid:files']);
    expect((await keys('show', id)).out).toContain('groups        all,songid:files');
  });

  it.each([
    ['12h', '2026-01-01T12:00:00.000Z'],
    ['2w', '2026-01-15T00:00:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['never', null],
  ])('reads --expires %s', async (text, expiresAt) => {
    expect((await keysJson(...issueAda, '--expires', text)).expiresAt).toBe(expiresAt);
  });

  it('refuses a second key for an address, and replaces the first with --replace', async () => {
    const first = await keysJson(...issueAda);
    const refused = await keys('issue', '--ip', '::ffff:203.0.113.7', '--name', 'Second');
    expect(refused).toMatchObject({ code: 1, out: [] });
    expect(refused.err).toEqual([
      `--ip: 203.0.113.7 already has the key ${first.id} ("Ada's bot"); an address has one key, and --replace revokes that one`,
    ]);
    expect(await keysJson(...issueAda, '--replace')).toMatchObject({ replaced: first.id });
  });

  it.each([
    [['--ip', '203.0.113.0/24'], 1, '--ip: must be one IPv4 or IPv6 address, such as 203.0.113.7'],
    [['--per-minute', 'many'], 1, '--per-minute: must be a whole number from 1 to 1000000'],
    [['--per-second', '0'], 1, '--per-second: must be a whole number from 1 to 100000'],
    [['--name', ''], 1, '--name: must be 1 to 100 printable characters'],
    [['--groups', 'weather,wether'], 2, `--groups: "wether" is not one of all, ${allGroups.join(', ')}`],
    [['--expires', 'soon'], 2, '--expires: must be a span such as 90d or 12h, a UTC day'],
    [['--expires', '2030-02-30'], 2, '--expires: must be a span'],
    [['--expires', '2025-12-31'], 2, '--expires: must lie in the future'],
    [['--per-minute', '-5'], 1, '--per-minute: must be a whole number from 1 to 1000000'],
    [['--note'], 2, "Option '--note <value>' argument missing"],
    [['--json=yes'], 2, "Option '--json' does not take an argument"],
    [['--colour', 'red'], 2, "Unknown option '--colour'; --help shows the options"],
    [['extra'], 2, 'issue: "extra" is one word too many'],
  ])('refuses %j with exit code %i and one line', async (args, code, line) => {
    const required = ['--ip', '--name'].filter((option) => !args.includes(option));
    const rest = required.flatMap((option) => [option, option === '--ip' ? '203.0.113.7' : 'Bot']);
    const result = await keys('issue', ...rest, ...args);
    expect(result).toEqual({ code, out: [], err: [expect.stringContaining(line)] });
    expect(await store.list()).toEqual([]);
  });

  it.each([
    [['issue', '--name', 'Bot'], '--ip: is needed'],
    [['issue', '--ip', '203.0.113.7'], '--name: is needed'],
    [['issue', '--ip', '--name', 'Bot'], "Option '--ip' argument is ambiguous"],
  ])('names the missing argument of %j', async (args, line) => {
    expect(await keys(...args)).toEqual({ code: 2, out: [], err: [expect.stringContaining(line)] });
  });
});

describe('keys list', () => {
  it('prints how to issue a key when there are none', async () => {
    expect((await keys('list')).out).toEqual(['There are no keys yet; make one with "keys issue".']);
    expect(await keysJson('list')).toEqual([]);
  });

  it('prints an aligned table that marks expired and revoked keys', async () => {
    const first = await keysJson(...issueAda, '--expires', '1h');
    await clock.advance(1);
    const grace = ['--ip', '2001:db8::1', '--name', 'Grace', '--groups', 'news,weather'];
    const second = await keysJson('issue', ...grace);
    await store.revoke(second.id);
    await clock.advance(hours(2));
    const lastRefusal: Refusal = { reason: 'expired', address: '203.0.113.7', at: clock.now() };
    await store.recordActivity([{ id: first.id, lastUsedAt: clock.now() - hours(1), lastRefusal }]);
    const third = await keysJson('issue', '--ip', '203.0.113.8', '--name', 'New', '--per-minute', '5000');
    expect((await keys('list')).out).toEqual([
      'ID      NAME       MODE  ADDRESS      GROUPS        LIMITS         EXPIRES             LAST USE          LAST REFUSAL',
      `${first.id}  Ada's bot  live  203.0.113.7  all           100/min 10/s   expired 2026-01-01  2026-01-01 01:00  2026-01-01 02:00 expired from 203.0.113.7`,
      `${second.id}  Grace      live  2001:db8::1  news,weather  100/min 10/s   revoked 2026-01-01  never             -`,
      `${third.id}  New        live  203.0.113.8  all           5000/min 10/s  never               never             -`,
    ]);
  });

  it('prints neither secrets nor digests', async () => {
    await keys(...issueAda);
    const shown = [...(await keys('list')).out, ...(await keys('list', '--json')).out].join('\n');
    expect(shown).not.toMatch(secretForm);
    expect(shown).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe('keys show', () => {
  const at = manualClock().now();
  const refused = (address: string, reason: Refusal['reason'] = 'address') => ({
    lastRefusal: { reason, address, at },
  });
  const used = { lastUsedAt: at + 1, ...refused('198.51.100.2') };

  it.each([
    ['nothing was refused', {}, [], 'No call with this key was refused. A caller who gets 401 sends another'],
    ['the caller moved', refused('198.51.100.2'), [], 'the caller has moved: keys set ID --ip 198.51.100.2'],
    ['it came from a bridge', refused('172.17.0.1'), [], 'is a private address, such as that of a container'],
    ['it came from a bridge with IPv6', refused('fd00::1'), [], 'set TRUSTED_PROXIES'],
    ['it moved', refused('198.51.100.2'), ['set', '--ip', '198.51.100.2'], 'key has been bound to since'],
    ['it was accepted since', used, [], 'Calls were accepted after the last refusal.'],
    ['the secret was old', refused('203.0.113.7', 'revoked'), ['rotate'], 'a secret that is no longer good'],
    ['it is revoked', {}, ['revoke'], 'the key is revoked for good. Give the caller another: keys issue'],
    ['it has expired', {}, ['set', '--expires', '1h'], 'has expired. Prolong it: keys set ID --expires 90d'],
  ] as const)('prints advice when %s', async (_, note, [command, ...options], advice) => {
    const { id } = await keysJson(...issueAda);
    await store.recordActivity([{ id, ...note }]);
    if (command) expect((await keys(command, id, ...options)).code).toBe(0);
    await clock.advance(hours(1));
    const { code, out } = await keys('show', id);
    expect(code).toBe(0);
    expect(out.at(-1)).toContain(advice.replace('ID', id));
  });

  it('prints state, address, last use and last refusal', async () => {
    const { id } = await keysJson(...issueAda);
    await store.recordActivity([
      { id, lastUsedAt: at, lastRefusal: { reason: 'address', address: '::1', at: at + minutes(5) } },
    ]);
    await store.recordActivity([{ id, workMs: 1_234 }]);
    const { out } = await keys('show', id);
    expect(out).toEqual(
      expect.arrayContaining([
        'work          1.2 s of processor time',
        'state         active',
        'address       203.0.113.7',
        'last use      2026-01-01 00:00',
        'last refusal  2026-01-01 00:05 address from ::1',
      ]),
    );
    expect((await keysJson('show', id)).lastRefusal).toEqual({
      reason: 'address',
      address: '::1',
      at: '2026-01-01T00:05:00.000Z',
    });
  });
});

describe('keys set, revoke, rotate', () => {
  it('changes the fields in the options and prints the result', async () => {
    const { id } = await keysJson(...issueAda);
    const changed = await keysJson('set', id, '--per-minute', '500', '--groups', 'music', '--expires', '2w');
    expect(changed).toMatchObject({ perMinute: 500, perSecond: 10, groups: ['music'], name: "Ada's bot" });
    expect((await keys('set', id, '--expires', 'never')).out[0]).toContain('does not expire');
  });

  it('revokes a key', async () => {
    const { id } = await keysJson(...issueAda);
    expect(await keys('revoke', id)).toEqual({ code: 0, out: [`The key ${id} is revoked.`], err: [] });
    expect(await keysJson('show', id)).toMatchObject({ state: 'revoked' });
    expect(await keys('rotate', id)).toEqual({ code: 1, out: [], err: [expect.stringContaining('revoked')] });
  });

  it('creates another secret for the same key', async () => {
    const issued = await keysJson(...issueAda);
    const rotated = await keysJson('rotate', issued.id);
    expect(rotated).toEqual({ ...issued, key: rotated.key });
    expect(rotated.key).toMatch(new RegExp(`^alm_${issued.id}_`));
    expect(rotated.key).not.toBe(issued.key);
  });

  it.each(['show', 'set', 'revoke', 'rotate'])('%s requires an id that exists', async (command) => {
    const options = command === 'set' ? ['--note', 'x'] : [];
    expect(await keys(command, ...options)).toMatchObject({
      code: 2,
      err: [expect.stringContaining('needs ID')],
    });
    expect(await keys(command, 'nobody', ...options)).toEqual({
      code: 1,
      out: [],
      err: ['There is no key "nobody".'],
    });
  });

  it('requires a field to change for set', async () => {
    const { id } = await keysJson(...issueAda);
    const { code, err } = await keys('set', id);
    expect([code, err]).toEqual([2, [expect.stringContaining('one or more of --ip, --name')]]);
  });
});

describe('keys', () => {
  it.each([[['--help']], [['help']], [['issue', '--help']]])('%j prints help', async (args) => {
    const { code, out, err } = await keys(...args);
    expect([code, err]).toEqual([0, []]);
    for (const word of ['issue', 'rotate ID', '--per-minute COUNT', '--json']) {
      expect(out.join('\n')).toContain(word);
    }
  });

  it.each([[[]], [['isue']], [['constructor']]])('%j is refused with the list of commands', async (args) => {
    const { code, out, err } = await keys(...args);
    expect([code, out]).toEqual([2, []]);
    expect(err).toEqual([
      expect.stringContaining('there are issue, list, show, usage, top, set, revoke, rotate'),
    ]);
  });

  it('prints one line when the store is unavailable', async () => {
    store.close();
    const { code, err } = await keys('list');
    expect([code, err]).toEqual([1, [expect.stringContaining('The key store failed: ')]]);
  });
});

describe('keys export', () => {
  const copy = () => join(folder, 'copy.db');

  it('copies the keys to a file that its owner alone can read, and writes over none', async () => {
    await keys(...issueAda);
    expect(await keys('export', copy())).toEqual({
      code: 0,
      out: [`All keys are in ${copy()}, which its owner alone can read.`],
      err: [],
    });
    expect((await stat(copy())).mode & 0o777).toBe(0o600);
    const err = [`${copy()} exists already; the copy needs a new file.`];
    expect(await keys('export', copy())).toEqual({ code: 1, out: [], err });
  });

  it('needs a file', async () => {
    expect(await keys('export')).toMatchObject({ code: 2, err: [expect.stringContaining('needs FILE')] });
  });
});
