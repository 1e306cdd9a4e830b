import { Cancellation } from './cancellation.ts';

/**
 * Single flight: equal questions that are under way at the same moment share one run. A caller who gives up
 * leaves the others undisturbed; when the last one gives up, the run is cancelled.
 */
export interface Flights {
  /** Joins the run under `key`, or starts it. Rejects with the caller's own reason when `caller` is cancelled. */
  join<Value>(
    key: string,
    caller: Cancellation | undefined,
    start: (run: Cancellation) => Promise<Value>,
  ): Promise<Value>;
  /** Whether a run is under way. */
  has(key: string): boolean;
  /** The number of runs under way. */
  readonly size: number;
}

interface Waiter {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

interface Flight {
  readonly run: Cancellation;
  readonly waiters: Set<Waiter>;
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();

  function launch(key: string, start: (run: Cancellation) => Promise<unknown>): Flight {
    const flight: Flight = { run: new Cancellation(), waiters: new Set() };
    const end = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    start(flight.run).then(
      (value) => {
        end();
        for (const waiter of flight.waiters) waiter.resolve(value);
      },
      (reason: unknown) => {
        end();
        for (const waiter of flight.waiters) waiter.reject(reason);
      },
    );
    flights.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight, waiter: Waiter): void {
    flight.waiters.delete(waiter);
    if (flight.waiters.size > 0) return;
    if (flights.get(key) === flight) flights.delete(key);
    flight.run.cancel(new Error('Nobody waits for this answer any more.'));
  }

  /** A waiter who leaves the flight when `caller` is cancelled, and hears of nothing once it has landed. */
  function waiterOf(key: string, flight: Flight, caller: Cancellation, { resolve, reject }: Waiter): Waiter {
    const giveUp = () => {
      leave(key, flight, waiter);
      reject(caller.reason);
    };
    const waiter: Waiter = {
      resolve(value) {
        caller.forget(giveUp);
        resolve(value);
      },
      reject(reason) {
        caller.forget(giveUp);
        reject(reason);
      },
    };
    caller.listen(giveUp);
    return waiter;
  }

  return {
    get size() {
      return flights.size;
    },
    has: (key) => flights.has(key),
    join<Value>(key: string, caller: Cancellation | undefined, start: (run: Cancellation) => Promise<Value>) {
      if (caller?.isCancelled) return Promise.reject<Value>(caller.reason);
      const flight = flights.get(key) ?? launch(key, start);
      return new Promise<Value>((resolve, reject) => {
        const waiter = { resolve: resolve as Waiter['resolve'], reject };
        flight.waiters.add(caller ? waiterOf(key, flight, caller, waiter) : waiter);
      });
    },
  };
}
