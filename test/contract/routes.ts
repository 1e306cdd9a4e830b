import type { Group } from '../../core/groups.ts';
import { flag, integer, isRecord, object, type Shape } from './shapes.ts';
import type { Kind } from './values.ts';

/** One group of the contract: its routes, bodies and failures. */
export interface ContractGroup {
  readonly group: Group;
  /** Wraps the body of a route. */
  readonly envelope: (body: Shape) => Shape;
  readonly routes: readonly ContractRoute[];
  /** Whether the key may be sent without `Bearer`, too. */
  readonly acceptsRawKey: boolean;
}

export interface ContractRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** The body inside its group's envelope. */
  readonly body: Shape | Bytes;
  readonly failures: Failures;
  /** Parameters of which at least one must be given. */
  readonly needs: readonly (readonly string[])[];
  /** Values that are refused beside an otherwise valid call. */
  readonly refused: readonly Refusal[];
  /** Values that must be accepted beside an otherwise valid call. */
  readonly accepted: readonly Values[];
  /** Optional parameters that the project adds to the documented ones. */
  readonly additions: readonly string[];
  /** Keys whose value differs from one call to the next. */
  readonly volatile: readonly string[];
  /** Statuses of a valid call where the route is off unless the operator turns it on. */
  readonly whenOff: readonly number[];
  readonly upload: Upload | undefined;
}

export type Values = Readonly<Record<string, string>>;

export interface Refusal {
  readonly given: Values;
  /** Text that the message must contain. */
  readonly says?: RegExp;
}

export interface Parameter extends Kind {
  readonly in: 'path' | 'query';
  readonly name: string;
  /** Undefined where the contract does not say. */
  readonly isRequired: boolean | undefined;
  /** The documented default. */
  readonly defaultValue: string | number | boolean | undefined;
}

/** A body that is a file. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly contentType: RegExp;
  /** How such a file begins, in hexadecimal. */
  readonly magic: RegExp;
  /** Headers that the contract promises beside the content type. */
  readonly headers: Readonly<Record<string, RegExp>>;
}

/** A file that is sent as `multipart/form-data`. */
export interface Upload {
  readonly field: string;
  readonly extensions: readonly string[];
  readonly maxBytes: number;
}

/** The status of each failure of a route, or several where the contract leaves a choice. */
export interface Failures {
  readonly invalid: Outcome;
  /** `emptyAt(key)` when no result is a body with an empty list instead of a failure. */
  readonly notFound: Outcome | Empty;
  /** Undefined when the contract has no rule for private items. */
  readonly private: Outcome | undefined;
  readonly upstreamFailed: Outcome;
  readonly upstreamChanged: Outcome;
  readonly upstreamTimeout: Outcome;
  readonly upstreamLimited: Outcome;
  readonly unconfigured: Outcome;
}

export type Outcome = number | readonly number[];

export interface Empty {
  readonly emptyAt: string;
}

export const emptyAt = (key: string): Empty => ({ emptyAt: key });

/** Groups of which the contract lists no failures. */
export const general: Failures = {
  invalid: 400,
  notFound: 404,
  private: undefined,
  upstreamFailed: 502,
  upstreamChanged: 502,
  upstreamTimeout: 504,
  upstreamLimited: 503,
  unconfigured: 503,
};

/** Groups of which the contract lists failures: a broken upstream is their 500. */
export const listed: Failures = {
  ...general,
  upstreamFailed: 500,
  upstreamChanged: 500,
  upstreamTimeout: 500,
};

export const asList = (outcome: Outcome): readonly number[] =>
  typeof outcome === 'number' ? [outcome] : outcome;

type ParameterSpec = Omit<Parameter, 'name' | 'in'>;

export const required = (kind: Kind): ParameterSpec => ({
  ...kind,
  isRequired: true,
  defaultValue: undefined,
});
export const optional = (kind: Kind, defaultValue?: string | number | boolean): ParameterSpec => ({
  ...kind,
  isRequired: false,
  defaultValue,
});
/** The contract does not say whether it may be left out. */
export const perhaps = (kind: Kind): ParameterSpec => ({
  ...kind,
  isRequired: undefined,
  defaultValue: undefined,
});

type Notes = Partial<
  Pick<ContractRoute, 'needs' | 'refused' | 'accepted' | 'additions' | 'volatile' | 'whenOff' | 'upload'>
> & { readonly failures?: Partial<Failures> };

export type Row = (shared: Failures) => ContractRoute;

const row =
  (method: ContractRoute['method']) =>
  (
    path: string,
    parameters: Readonly<Record<string, ParameterSpec>>,
    body: Shape | Bytes,
    notes: Notes = {},
  ): Row =>
  (shared) => ({
    method,
    path,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]): [string, Parameter] => [
        name,
        { ...parameter, name, in: path.includes(`{${name}}`) ? 'path' : 'query' },
      ]),
    ),
    body,
    needs: [],
    refused: [],
    accepted: [],
    additions: [],
    volatile: [],
    whenOff: [],
    upload: undefined,
    ...notes,
    failures: { ...shared, ...notes.failures },
  });

/** A documented route: `get('/api/weather/current', { city: required(phrase) }, current)`. */
export const get = row('GET');
export const post = row('POST');

export const contractGroup = (
  group: Group,
  shared: {
    readonly envelope?: ContractGroup['envelope'];
    readonly failures?: Failures;
    readonly acceptsRawKey?: boolean;
  },
  ...rows: readonly Row[]
): ContractGroup => ({
  group,
  envelope: shared.envelope ?? ((body) => body),
  acceptsRawKey: shared.acceptsRawKey ?? false,
  routes: rows.map((make) => make(shared.failures ?? general)),
});

/** `{ success, data }`. */
export const success = (data: Shape): Shape => object({ success: flag, data });
/** `{ status, data }`. */
export const status = (data: Shape): Shape => object({ status: integer, data });

/** How files of a type begin, in hexadecimal. */
export const png = /^89504e470d0a1a0a/;
export const jpeg = /^ffd8ff/;
export const mp4 = /^.{8}66747970/;

export const bytes = (contentType: RegExp, magic: RegExp, headers: Bytes['headers'] = {}): Bytes => ({
  kind: 'bytes',
  contentType,
  magic,
  headers,
});

export const isBytes = (body: Shape | Bytes): body is Bytes => body.kind === 'bytes';
export const isEmptyList = (outcome: Outcome | Empty): outcome is Empty => isRecord(outcome);
