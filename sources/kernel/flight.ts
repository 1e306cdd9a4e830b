/**
 * Single flight: equal questions that are under way at the same moment share one run. A caller who gives up
 * leaves the others undisturbed; when the last one gives up, the run is aborted.
 */
export interface Flights {
  /** Joins the run under `key`, or starts it. Rejects with the caller's own reason when `signal` aborts. */
  join<Value>(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  /** Whether a run is under way. */
  has(key: string): boolean;
  /** The number of runs under way. */
  readonly size: number;
}

interface Flight {
  readonly landed: Promise<unknown>;
  readonly controller: AbortController;
  waiters: number;
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();

  function launch(key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const landed = start(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    // Every waiter may have left before it lands: nobody is there to hear of its failure then.
    landed.catch(() => {});
    const flight: Flight = { landed, controller, waiters: 0 };
    flights.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight): void {
    flight.waiters -= 1;
    if (flight.waiters > 0) return;
    if (flights.get(key) === flight) flights.delete(key);
    flight.controller.abort(new Error('Nobody waits for this answer any more.'));
  }

  return {
    get size() {
      return flights.size;
    },
    has: (key) => flights.has(key),
    join<Value>(
      key: string,
      signal: AbortSignal | undefined,
      start: (signal: AbortSignal) => Promise<Value>,
    ) {
      if (signal?.aborted) return Promise.reject<Value>(signal.reason);
      const flight = flights.get(key) ?? launch(key, start);
      flight.waiters += 1;
      if (signal === undefined) return flight.landed as Promise<Value>;
      return new Promise<Value>((resolve, reject) => {
        const giveUp = () => {
          leave(key, flight);
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        (flight.landed as Promise<Value>)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', giveUp));
      });
    },
  };
}
