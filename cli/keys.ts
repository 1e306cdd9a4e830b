import type { Clock } from '../core/clock.ts';
import { type IssuedKey, type Key, KeyRefused, type KeyRequest, type KeyStore } from '../server/keys/keys.ts';
import { type Command, type Output, type Result, runProgram, UsageError } from './command-line.ts';
import { keyJson, keyReport, keySummary, keyTable } from './key-tables.ts';
import { fieldOptions, type KeysValues, keyFieldsIn, keysOptions, optionFor } from './keys-options.ts';
import { type QuotaLeft, quotaLines, topJson, topKeys, topTable } from './top-table.ts';
import { recordsOf, usageJson, usageTable } from './usage-table.ts';

/** A secret goes to standard output and nowhere else. */
export interface KeysCommandIo extends Output {
  /** Opens the key store. Only the command that makes a key creates one. */
  openStore(options: { readonly mustExist: boolean }): Promise<KeyStore>;
  readonly clock: Clock;
  /** The origin in the printed curl command; `ALMANAC_URL`, or that of this machine. */
  readonly origin?: string;
  /** What is left of the quotas of sources; undefined where the service does not publish it. */
  quotas?(): Promise<readonly QuotaLeft[] | undefined>;
}

const fieldNames = Object.keys(fieldOptions);

type KeysCommand = Command<KeysValues, KeysCommandIo & { readonly store: KeyStore }>;

const commands: Readonly<Record<string, KeysCommand>> = {
  issue: {
    summary: 'make a key; --ip and --name are needed',
    options: [...fieldNames, 'sandbox', 'replace', 'json'],
    async run({ values }, io) {
      const fields = keyFieldsIn(values);
      const { address, name } = fields;
      if (address === undefined) throw new UsageError(`--ip: is needed: ${fieldOptions.ip.meaning}`);
      if (name === undefined) throw new UsageError(`--name: is needed: ${fieldOptions.name.meaning}`);
      const mode = values.sandbox ? 'sandbox' : 'upstream';
      const request: KeyRequest = { ...fields, address, name, mode, replace: values.replace ?? false };
      return issued(await io.store.issue(request), io);
    },
  },
  list: {
    summary: 'all keys',
    options: ['json'],
    async run(_, io) {
      const keys = await io.store.list();
      const now = io.clock.now();
      const none = 'There are no keys yet; make one with "keys issue".';
      return {
        json: keys.map((key) => keyJson(key, now)),
        lines: keys.length === 0 ? [none] : keyTable(keys, now),
      };
    },
  },
  show: {
    summary: 'one key, and why its caller may be refused',
    options: ['json'],
    takes: 'ID',
    async run({ word: id }, io) {
      const key = await keyOf(io.store, id);
      const now = io.clock.now();
      const workMs = (await io.store.workMs()).get(id) ?? 0;
      return { json: { ...keyJson(key, now), workMs }, lines: keyReport(key, now, workMs) };
    },
  },
  usage: {
    summary: 'what keys have asked for, group by group; one key or all',
    options: ['json'],
    takes: '[ID]',
    async run({ word: id }, io) {
      const keys = id === '' ? await io.store.list() : [await keyOf(io.store, id)];
      const records = recordsOf(keys, await io.store.usage());
      const json = records.map(usageJson);
      return { json: id === '' ? json : json[0], lines: usageTable(records) };
    },
  },
  top: {
    summary: 'the busiest keys on one page, and what is left of the quotas of sources',
    options: ['json'],
    async run(_, io) {
      const [keys, usage, work] = await Promise.all([io.store.list(), io.store.usage(), io.store.workMs()]);
      const top = topKeys(recordsOf(keys, usage), work);
      const quotas = await io.quotas?.();
      return {
        json: { keys: top.map(topJson), quotas: quotas ?? null },
        lines: [...topTable(top), '', ...quotaLines(quotas)],
      };
    },
  },
  set: {
    summary: 'change what is given; it holds within a second',
    options: [...fieldNames, 'replace', 'json'],
    takes: 'ID',
    async run({ values, word: id }, io) {
      const fields = keyFieldsIn(values);
      if (Object.keys(fields).length === 0) {
        const choices = fieldNames.map((name) => `--${name}`).join(', ');
        throw new UsageError(`set: needs something to change, one or more of ${choices}`);
      }
      const key = await io.store.set(id, fields, { replace: values.replace ?? false });
      const now = io.clock.now();
      return { json: keyJson(key, now), lines: [keySummary(key, now)] };
    },
  },
  revoke: {
    summary: 'end a key for good; it holds within a second',
    options: ['json'],
    takes: 'ID',
    async run({ word: id }, io) {
      const key = await io.store.revoke(id);
      return { json: keyJson(key, io.clock.now()), lines: [`The key ${key.id} is revoked.`] };
    },
  },
  rotate: {
    summary: 'a new secret for the same key; the old one ends within a second',
    options: ['json'],
    takes: 'ID',
    run: async ({ word: id }, io) => issued(await io.store.rotate(id), io),
  },
  export: {
    summary: 'copy all keys to a new file, while the service runs',
    options: [],
    takes: 'FILE',
    async run({ word: file }, io) {
      await io.store.export(file);
      return { lines: [`All keys are in ${file}, which its owner alone can read.`] };
    },
  },
};

async function keyOf(store: KeyStore, id: string): Promise<Key> {
  const key = await store.find(id);
  if (!key) throw new KeyRefused(`There is no key ${JSON.stringify(id)}.`);
  return key;
}

/** The command `keys`, which manages API keys; see `runProgram`. `args` are the arguments after it. */
export const keysCommand = (args: string[], io: KeysCommandIo): Promise<number> =>
  runProgram(
    {
      name: 'keys',
      about: 'the API keys of this service',
      example: `keys issue --ip 203.0.113.7 --name "Ada's bot" --groups weather,news --per-minute 500 --expires 90d`,
      options: keysOptions,
      commands,
      open: (command) => io.openStore({ mustExist: command !== 'issue' }),
      messageOf,
    },
    args,
    io,
    io.clock.now(),
  );

function messageOf(error: unknown): string {
  if (error instanceof KeyRefused) {
    return error.field === undefined ? error.message : `${optionFor(error.field)}: ${error.message}`;
  }
  return `The key store failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** A new secret. The curl command refers to it by a shell variable, so the secret appears only once. */
function issued({ key, secret, replaced }: IssuedKey, io: KeysCommandIo): Result {
  const now = io.clock.now();
  const { origin = 'http://127.0.0.1:4000' } = io;
  const ended =
    replaced && `The key ${replaced.id} (${JSON.stringify(replaced.name)}) is revoked in its favour.`;
  return {
    json: { key: secret, ...keyJson(key, now), replaced: replaced?.id ?? null },
    lines: [
      keySummary(key, now),
      ...(ended ? [ended] : []),
      `It is shown this once. Keep it out of source code, and try it from ${key.address}:`,
      '',
      `KEY=${secret}`,
      `curl -H "Authorization: Bearer $KEY" ${origin}/api/me`,
    ],
  };
}
