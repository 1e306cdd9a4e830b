import cluster, { type Worker } from 'node:cluster';
import type { Server } from 'node:http';
import { type Clock, seconds } from '../../core/clock.ts';
import type { Config } from '../config/config.ts';
import { exitAfterLog } from '../observability/exit-after-log.ts';
import type { Observer } from '../observability/observer.ts';
import { createSandboxProcess } from '../sandbox/sandbox-process.ts';
import { answerCalls, createBooks } from './books.ts';
import type { FromPrimary, FromWorker, ReportKind } from './messages.ts';

export interface PrimaryOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  /** The program of a worker. */
  readonly program: string;
}

/** EX_CONFIG of sysexits.h: what a worker exits with when its settings or its key store must be mended. */
const configExitCode = 78;
/** A worker that ends sooner has failed at its start, and is followed after a pause. */
const stableMs = seconds(5);
const longestPauseMs = seconds(10);
/** All drains of an end begin within this time, since supervisors grant 35 s, and one drain takes up to 29. */
const staggerMs = seconds(3);
/** Beyond the time in which a worker ends by itself. */
const killAfterMs = seconds(3);
const reportMs = seconds(1);

/** A worker that was started and has not ended. */
interface Serving {
  readonly worker: Worker;
  readonly startedAt: number;
  /** Resolves to whether it accepts requests; false when it ended instead. */
  readonly isReady: Promise<boolean>;
  readonly ended: Promise<number>;
  url: string | undefined;
  isDraining: boolean;
  /** A replacement that has not become ready: when it ends, the restart that has started it decides. */
  isTrial: boolean;
}

/**
 * Runs `config.workers` processes that accept requests on one port, keeps their books, and replaces those that end. SIGTERM
 * drains them one after another, SIGINT all at once, and SIGHUP replaces one after another. Resolves when all accept
 * requests, and exits when none can.
 */
export async function startPrimary({ config, clock, observer, program }: PrimaryOptions) {
  const books = config.valkeyUrl === undefined ? createBooks(clock, config.cacheBytes) : undefined;
  const serving = new Set<Serving>();
  const reports = new Map<number, (report: unknown) => void>();
  const drainMs = config.bounds.responseMs + seconds(1) + killAfterMs;
  const sandbox = createSandboxProcess();
  let metricsServer: Server | undefined;
  let serial = 0;
  let hasStarted = false;
  let isEnding = false;
  let isRolling = false;
  let failures = 0;
  let exitCode = 0;

  cluster.setupPrimary({ exec: program, args: [] });

  const send = ({ worker }: Serving, message: FromPrimary) => {
    // A worker that ends meanwhile needs no message.
    if (worker.isConnected()) worker.send(message, () => {});
  };

  /** The reports of the workers that accept requests, without those that are late. */
  async function gather(of: ReportKind): Promise<readonly unknown[]> {
    const asked = [...serving].filter(({ url }) => url !== undefined).map((each) => reportOf(each, of));
    return (await Promise.all(asked)).filter((report) => report !== undefined);
  }

  function reportOf(from: Serving, of: ReportKind): Promise<unknown> {
    serial += 1;
    const asked = serial;
    return new Promise((resolve) => {
      const cancel = clock.timer(reportMs, () => resolve(undefined));
      reports.set(asked, (report) => {
        cancel();
        resolve(report);
      });
      void from.ended.then(() => resolve(undefined));
      send(from, { kind: 'askReport', serial: asked, of });
    }).finally(() => reports.delete(asked));
  }

  function start(isTrial = false): Serving {
    // These are of the service as a whole, so a changed .env does not move some workers.
    const worker = cluster.fork({
      HOST: config.host,
      PORT: String(config.port),
      METRICS_PORT: String(config.metricsPort ?? ''),
    });
    let setReady: (isReady: boolean) => void = () => {};
    const isReady = new Promise<boolean>((resolve) => {
      setReady = resolve;
    });
    const ended = new Promise<number>((resolve) => {
      worker.once('exit', (code) => resolve(code ?? 1));
    });
    const started: Serving = {
      worker,
      isReady,
      ended,
      startedAt: clock.monotonic(),
      url: undefined,
      isDraining: false,
      isTrial,
    };
    serving.add(started);
    worker.on('error', () => {});
    worker.on('message', async (message: FromWorker) => {
      if (message.kind === 'calls') {
        const replies = books ? answerCalls(books, message.calls) : [];
        send(started, { kind: 'replies', serial: message.serial, replies });
      } else if (message.kind === 'report') reports.get(message.serial)?.(message.report);
      else if (message.kind === 'askSandbox') {
        const origin = await sandbox.origin().catch(() => undefined);
        send(started, { kind: 'sandbox', serial: message.serial, origin });
      } else if (message.kind === 'askAll') {
        const all = await gather(message.of);
        send(started, { kind: 'allReports', serial: message.serial, reports: all });
      } else if (message.kind === 'ready') {
        started.url = message.url;
        started.isTrial = false;
        setReady(true);
      }
    });
    void ended.then((code) => {
      serving.delete(started);
      setReady(false);
      onEnd(started, code);
    });
    return started;
  }

  function onEnd({ worker, startedAt, url, isDraining, isTrial }: Serving, code: number): void {
    if (isDraining || isEnding) {
      if (code !== 0 && url !== undefined) exitCode = 1;
      return;
    }
    if (!hasStarted) process.exit(code);
    const pid = worker.process.pid;
    const { signalCode } = worker.process;
    observer.note('worker ended', { pid, exitCode: code, signal: signalCode ?? undefined });
    if (isTrial) return;
    const isServed = [...serving].some((other) => other.url !== undefined);
    if (code === configExitCode && !isServed) process.exit(configExitCode);
    failures = clock.monotonic() - startedAt < stableMs ? failures + 1 : 0;
    const pauseMs = failures === 0 ? 0 : Math.min(longestPauseMs, 100 * 2 ** failures);
    setTimeout(async () => {
      if (isEnding) return;
      const { isReady, worker: next } = start();
      if (await isReady) observer.note('worker started', { pid: next.process.pid });
    }, pauseMs);
  }

  /** Resolves when the worker has ended. */
  async function drain(each: Serving, graceMs: number): Promise<void> {
    each.isDraining = true;
    if (each.url === undefined) each.worker.process.kill('SIGKILL');
    else send(each, { kind: 'drain', graceMs });
    const kill = setTimeout(() => each.worker.process.kill('SIGKILL'), graceMs + drainMs);
    await each.ended;
    clearTimeout(kill);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (isEnding) {
      for (const { worker } of serving) worker.process.kill('SIGKILL');
      process.exit(1);
    }
    isEnding = true;
    observer.note('draining', { signal });
    const all = [...serving];
    const isGraceful = signal === 'SIGTERM';
    const graceMs = isGraceful ? config.bounds.drainGraceMs : 0;
    const turnMs = isGraceful ? staggerMs / Math.max(1, all.length - 1) : 0;
    const drains: Promise<void>[] = [];
    for (const [index, each] of all.entries()) {
      const drained = drain(each, graceMs);
      drains.push(drained);
      if (turnMs > 0 && index < all.length - 1)
        await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, turnMs))]);
    }
    await Promise.all(drains);
    metricsServer?.close();
    observer.note('stopped', { exitCode });
    await exitAfterLog(observer, clock, exitCode);
  }

  /** Replaces each worker by one with the present settings, which accepts requests before the former drains. */
  async function roll(): Promise<void> {
    if (isRolling || isEnding) return;
    isRolling = true;
    let hasFailed = false;
    observer.note('restarting workers', { workers: serving.size });
    for (const former of [...serving]) {
      // One that has died meanwhile was replaced.
      if (isEnding || !serving.has(former)) continue;
      const next = start(true);
      hasFailed = !(await next.isReady);
      if (hasFailed || isEnding) {
        if (!isEnding) observer.warn('The restart of the workers was given up: a new one did not start.');
        break;
      }
      observer.note('worker started', { pid: next.worker.process.pid });
      await drain(former, config.bounds.drainGraceMs);
    }
    isRolling = false;
    if (!isEnding && !hasFailed) observer.note('workers were restarted', { workers: serving.size });
  }

  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
  process.on('SIGHUP', () => void roll());

  // The first one creates the store of the keys, and shows whether the settings are valid.
  const first = start();
  // Otherwise the process ends with the exit code of the worker.
  if (!(await first.isReady)) return new Promise<never>(() => {});
  hasStarted = true;
  const others = Array.from({ length: config.workers - 1 }, () => start());
  await Promise.all(others.map(({ isReady }) => isReady));
  const metricsUrl = await openMetrics();
  observer.started({
    url: first.url!,
    metricsUrl,
    mode: config.upstreamOrigin === undefined ? 'live' : 'upstream origin',
    workers: config.workers,
  });
  return { url: first.url! };

  async function openMetrics(): Promise<string | undefined> {
    if (config.metricsPort === undefined) return undefined;
    const { createMetricsServer, sumOfMetrics } = await import('../observability/metrics.ts');
    const { listenOn } = await import('../http/server.ts');
    metricsServer = createMetricsServer(async () => sumOfMetrics(await gather('metrics')));
    const { url } = await listenOn(metricsServer, { port: config.metricsPort, host: config.host });
    return `${url}/metrics`;
  }
}
