import { Cancellation, type CancellationListener, wishOf } from '../cancellation.ts';
import { type Listener, Pending } from '../pending.ts';

/**
 * Single flight: equal questions that are under way at the same moment share one run. A caller who gives up
 * leaves the others undisturbed; when the last one gives up, the run is cancelled.
 */
export interface Flights {
  /**
   * Takes a passenger on the run under their key, or starts it. They fail with the reason of `caller` when that is
   * cancelled.
   */
  take<Value, Result>(passenger: Passenger<Value, Result>, caller: Cancellation | undefined): Pending<Result>;
  /** The same for who wants what the run comes to as it is. */
  join<Value>(
    key: string,
    caller: Cancellation | undefined,
    start: (run: Cancellation) => Promise<Value>,
  ): Pending<Value>;
  /** Whether a run is under way. */
  has(key: string): boolean;
  /** The number of runs under way. */
  readonly size: number;
}

/** One who waits for a run, and is told at once what it comes to. */
export abstract class Passenger<Value, Result> extends Pending<Result> implements CancellationListener {
  readonly key: string;
  #flight: Flight | undefined;

  constructor(key: string) {
    super();
    this.key = key;
  }

  /** Begins the run, where there is none. */
  abstract start(run: Cancellation): Promise<Value>;
  /** What this passenger makes of its end; may throw. */
  abstract arrive(value: Value): Result;
  abstract crash(reason: unknown): Result;

  board(flight: Flight): void {
    this.#flight = flight;
  }

  onLand(value: Value): void {
    this.#settle(this.arrive, value);
  }

  onCrash(reason: unknown): void {
    this.#settle(this.crash, reason);
  }

  #settle<Given>(make: (given: Given) => Result, given: Given): void {
    let result: Result;
    try {
      result = make.call(this, given);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.keep(result);
  }

  /** After the flight has landed, both of these do nothing that anyone sees. */
  onCancel(reason: Error): void {
    this.#flight?.leave(this);
    this.fail(reason);
  }
}

class Joiner<Value> extends Passenger<Value, Value> {
  readonly #start: (run: Cancellation) => Promise<Value>;

  constructor(key: string, start: (run: Cancellation) => Promise<Value>) {
    super(key);
    this.#start = start;
  }

  start(run: Cancellation): Promise<Value> {
    return this.#start(run);
  }

  arrive(value: Value): Value {
    return value;
  }

  crash(reason: unknown): never {
    throw reason;
  }
}

export interface Coalescer {
  run<Value>(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  has(key: string): boolean;
  readonly size: number;
}
export function createCoalescer(): Coalescer {
  const flights = createFlights();
  return {
    get size() {
      return flights.size;
    },
    has: flights.has,
    run: (key, signal, start) =>
      flights.join(key, signal && wishOf(signal), (run) => start(run.signal)).then((v) => v),
  };
}
export function createFlights(): Flights {
  const flights = new Map<string, Flight>();

  function launch(passenger: AnyPassenger): void {
    const flight = new Flight(passenger, flights);
    flights.set(passenger.key, flight);
    const started = passenger.start(flight);
    if (started instanceof Pending) started.tell(flight);
    else {
      started.then(
        (value) => flight.onValue(value),
        (reason: unknown) => flight.onError(reason),
      );
    }
  }

  function take<Value, Result>(passenger: Passenger<Value, Result>, caller: Cancellation | undefined) {
    if (caller?.isCancelled) {
      passenger.fail(caller.reason);
      return passenger;
    }
    const flight = flights.get(passenger.key);
    if (flight) flight.take(passenger);
    else launch(passenger);
    caller?.listen(passenger);
    return passenger;
  }

  return {
    get size() {
      return flights.size;
    },
    has: (key) => flights.has(key),
    take,
    join: (key, caller, start) => take(new Joiner(key, start), caller),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a run is shared by those who make different things of its end
type AnyPassenger = Passenger<any, any>;

/** One run with those who wait for it; it is what is cancelled when none of them does any more. */
class Flight extends Cancellation implements Listener<unknown> {
  readonly #key: string;
  readonly #flights: Map<string, Flight>;
  readonly #passengers: AnyPassenger[];

  constructor(first: AnyPassenger, flights: Map<string, Flight>) {
    super();
    this.#key = first.key;
    this.#flights = flights;
    this.#passengers = [first];
    first.board(this);
  }

  take(passenger: AnyPassenger): void {
    this.#passengers.push(passenger);
    passenger.board(this);
  }

  onValue(value: unknown): void {
    this.#end();
    for (const passenger of this.#passengers) passenger.onLand(value);
  }

  onError(reason: unknown): void {
    this.#end();
    for (const passenger of this.#passengers) passenger.onCrash(reason);
  }

  leave(passenger: AnyPassenger): void {
    const place = this.#passengers.indexOf(passenger);
    if (place < 0) return;
    this.#passengers.splice(place, 1);
    if (this.#passengers.length > 0) return;
    this.#end();
    this.cancel(new Error('Nobody waits for this answer any more.'));
  }

  /** From now on nobody can join it. */
  #end(): void {
    if (this.#flights.get(this.#key) === this) this.#flights.delete(this.#key);
  }
}
