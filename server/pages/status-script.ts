import { domProgram } from './client-prelude.ts';

/**
 * The script of the status page, run by the browser: it asks `/status` with the pasted key every few seconds, and says
 * what that means in words. While nobody looks at the page, it does not ask.
 */
export const statusScript = (): string => `'use strict';
(() => {${domProgram}${wording}${showing}${following}})();
`;

const wording = `
  const failures = {
    upstreamFailed: 'failed',
    upstreamTimeout: 'did not answer in time',
    upstreamLimited: 'asked us to wait',
    upstreamChanged: 'answered in an unknown shape',
    unconfigured: 'lacks a credential',
    overloaded: 'had too many questions waiting',
  };

  const units = [['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]];
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

  /** "3 minutes ago", or "in 4 seconds", seen from the service's own time. */
  function whenText(iso, now) {
    const seconds = Math.round((Date.parse(iso) - now) / 1000);
    if (Math.abs(seconds) < 2) return 'just now';
    const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size);
    return relative.format(Math.round(seconds / size), unit);
  }

  /** A group may have several sources: the first tells what they share, and the worst how the group is. */
  function groupsOf(sources) {
    const byGroup = new Map();
    for (const source of sources) byGroup.set(source.group, [...(byGroup.get(source.group) ?? []), source]);
    return [...byGroup.values()].map((together) => ({
      ...together[0],
      state: (together.find(({ state }) => state !== 'unconfigured') ?? together[0]).state,
      missing: [...new Set(together.flatMap(({ missing }) => missing))],
      breaker: ['open', 'halfOpen', 'closed'].find((state) => together.some(({ breaker }) => breaker === state)),
      pausedUntil: together.map(({ pausedUntil }) => pausedUntil).filter(Boolean).sort().at(-1) ?? null,
      quotaLeft: together.map(({ quotaLeft }) => quotaLeft).find((left) => left !== null) ?? null,
    }));
  }

  const isPaused = ({ pausedUntil }, now) => pausedUntil !== null && Date.parse(pausedUntil) > now;

  /** Whether the last thing heard of a source is a failure, or it is not asked for a while. */
  function isFailing(source, now) {
    if (source.state === 'unconfigured') return false;
    const { lastFailure, lastSuccessAt, breaker } = source;
    const hasFailedLast =
      lastFailure !== null && (lastSuccessAt === null || Date.parse(lastFailure.at) >= Date.parse(lastSuccessAt));
    return breaker !== 'closed' || isPaused(source, now) || hasFailedLast;
  }

  function stateText(source, now) {
    const needs = 'needs ' + source.missing.join(' and ');
    if (source.state === 'unconfigured') return needs;
    const where = source.missing.length > 0 ? source.state + ', of which a part ' + needs : source.state;
    if (source.breaker === 'open') return where + ', failing: not asked for a moment';
    if (source.breaker === 'halfOpen') return where + ', failing: being tried again';
    if (isPaused(source, now)) return where + ', silent: to be asked again ' + whenText(source.pausedUntil, now);
    if (isFailing(source, now)) return where + ', failing';
    return source.requests === 0 ? where + ', not asked yet' : where + ', answering';
  }

  const failureText = ({ at, kind, endpoint }, now) =>
    whenText(at, now) + ': ' + (failures[kind] ?? kind) + ' (' + endpoint + ')';

  const percent = (share) => Math.round(share * 100) + ' %';
`;

const showing = `
  function cell(label, text, attributes = {}) {
    return element('td', { 'data-label': label, ...attributes }, text ?? '');
  }

  function row(source, now) {
    const kind = isFailing(source, now) ? 'failing' : source.state;
    const count = { class: 'count' };
    return element(
      'tr',
      { class: kind },
      element('th', { scope: 'row' }, source.group),
      element('td', { class: 'state' }, stateText(source, now)),
      cell('Last success', source.lastSuccessAt && whenText(source.lastSuccessAt, now)),
      cell('Last failure', source.lastFailure && failureText(source.lastFailure, now)),
      cell('From cache', source.cacheHitRate === null ? '' : percent(source.cacheHitRate), count),
      cell('Requests', source.requests === 0 ? '' : String(source.requests), count),
      cell('Quota left', source.quotaLeft === null ? '' : String(source.quotaLeft), count),
    );
  }

  function say(text, isIll) {
    const verdict = byId('verdict');
    // Said again in the same words, it would be read out again.
    if (verdict.textContent !== text) verdict.textContent = text;
    verdict.className = isIll ? 'ill' : '';
  }

  const named = (sources) => sources.map(({ group }) => group).join(', ');

  function verdictOf(sources, now) {
    const failing = sources.filter((source) => isFailing(source, now));
    if (failing.length > 0) return 'Failing: ' + named(failing) + '.';
    const unconfigured = sources.filter(({ state }) => state === 'unconfigured');
    const rest = unconfigured.length > 0 ? ' Without a credential: ' + named(unconfigured) + '.' : '';
    return 'No source is failing.' + rest;
  }

  /** What fails comes first, then the rest in the service's order. */
  function show({ version, startedAt, ...answered }, now) {
    const sources = groupsOf(answered.sources);
    const weight = (source) => (isFailing(source, now) ? 0 : 1);
    const sorted = [...sources].sort((a, b) => weight(a) - weight(b));
    byId('sources').querySelector('tbody').replaceChildren(...sorted.map((source) => row(source, now)));
    byId('sources').hidden = false;
    say(verdictOf(sources, now), sources.some((source) => isFailing(source, now)));
    byId('since').textContent = 'almanac ' + version + ', started ' + whenText(startedAt, now) + '. Counts begin there.';
  }
`;

const following = `
  const everyMs = 5_000;
  let timer;
  let isAsking = false;

  const again = (afterMs) => {
    clearTimeout(timer);
    timer = setTimeout(look, afterMs);
  };

  async function look() {
    clearTimeout(timer);
    if (!pastedKey() || document.hidden || isAsking) return;
    isAsking = true;
    try {
      const response = await askWithKey('/status');
      if (response.status === 401) {
        byId('sources').hidden = true;
        return say('This key is not valid here: it is unknown, has expired, or belongs to another address.', true);
      }
      if (response.status === 429) {
        say('The limit of this key is used up for now; what is below may be old.', true);
        return again(Number(response.headers.get('retry-after') ?? 5) * 1000);
      }
      if (!response.ok) throw new Error('it answered ' + response.status);
      const now = Date.parse(response.headers.get('date')) || Date.now();
      show(await response.json(), now);
    } catch (error) {
      say('almanac itself cannot be asked (' + error.message + '); what is below may be old.', true);
    } finally {
      isAsking = false;
    }
    again(everyMs);
  }

  byId('show').addEventListener('click', look);
  byId('key').addEventListener('change', look);
  byId('key').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') look();
  });
  document.addEventListener('visibilitychange', look);
`;
