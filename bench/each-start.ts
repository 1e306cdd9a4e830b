import { floorName, ownName } from './contestants.ts';
import type { EachStartRow } from './figures.ts';
import { drive } from './load.ts';
import { type Bench, loadOf } from './measures.ts';
import type { RunningServer } from './processes.ts';
import { workloads } from './workloads.ts';

/** The workloads that are served from the cache as they stand, which a start may serve at another speed than the next. */
const measuredNames = ['W1', 'W2', 'W4', 'W6'];
const rounds = 3;
const pauseMs = 3_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Starts almanac anew several times. Each start first serves every workload, so that the code has met other routes and the
 * heap other responses, and is then measured beside the floor in rounds with pauses between them.
 */
export async function measureEachStart(
  bench: Bench,
  startOwn: (number: number) => Promise<RunningServer>,
  starts: number,
): Promise<EachStartRow[]> {
  const { key, servers, secondsPerRound, warmUpSeconds } = bench;
  const floor = servers.find(({ contestant }) => contestant.name === floorName)!;
  const rows: EachStartRow[] = [];
  for (let start = 0; start < starts; start += 1) {
    const own = await startOwn(start);
    for (const workload of workloads) await drive(loadOf(own, workload, key)!, warmUpSeconds / 3);
    for (let round = 0; round < rounds; round += 1) {
      await pause();
      for (const workload of workloads.filter(({ name }) => measuredNames.includes(name))) {
        const perSecond = async (server: RunningServer) =>
          (await drive(loadOf(server, workload, key)!, secondsPerRound)).perSecond;
        const overFloor = (await perSecond(own)) / (await perSecond(floor));
        rows.push({ contestant: ownName, round, start, workload: workload.name, overFloor });
      }
    }
    own.stop();
  }
  return rows;
}
