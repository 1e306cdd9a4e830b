import { Cancellation, type CancellationListener } from './cancellation.ts';

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

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();
  const end = (flight: Flight) => {
    if (flights.get(flight.key) === flight) flights.delete(flight.key);
  };

  function launch(key: string, start: (run: Cancellation) => Promise<unknown>): Flight {
    const flight = new Flight(key, end);
    flights.set(key, flight);
    start(flight.run).then(
      (value) => flight.land(value),
      (reason: unknown) => flight.crash(reason),
    );
    return flight;
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
        const waiter = new Waiter(flight, resolve as Waiter['resolve'], reject);
        flight.waiters.push(waiter);
        caller?.listen(waiter);
      });
    },
  };
}

class Flight {
  readonly key: string;
  readonly run = new Cancellation();
  readonly waiters: Waiter[] = [];
  readonly #end: (flight: Flight) => void;

  /** `end` is told once nobody can join it any more. */
  constructor(key: string, end: (flight: Flight) => void) {
    this.key = key;
    this.#end = end;
  }

  land(value: unknown): void {
    this.#end(this);
    for (const { resolve } of this.waiters) resolve(value);
  }

  crash(reason: unknown): void {
    this.#end(this);
    for (const { reject } of this.waiters) reject(reason);
  }

  leave(waiter: Waiter): void {
    const place = this.waiters.indexOf(waiter);
    if (place < 0) return;
    this.waiters.splice(place, 1);
    if (this.waiters.length > 0) return;
    this.#end(this);
    this.run.cancel(new Error('Nobody waits for this answer any more.'));
  }
}

class Waiter implements CancellationListener {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly #flight: Flight;

  constructor(flight: Flight, resolve: Waiter['resolve'], reject: Waiter['reject']) {
    this.#flight = flight;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** After the flight has landed, both of these do nothing that anyone sees. */
  onCancel(reason: Error): void {
    this.#flight.leave(this);
    this.reject(reason);
  }
}
