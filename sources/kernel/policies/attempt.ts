import { Readable } from 'node:stream';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { Caller } from '../caller.ts';
import type { Signer } from '../credentials.ts';
import { classifyStatus } from '../http/classify-response.ts';
import { headerOf, parseLongBody, toRequest, toResponse } from '../http/request-mapping.ts';
import type { Transport, TransportResponse, UpstreamRequest, UpstreamStream } from '../http/transport.ts';
import type { ClassifyResponse, UpstreamCall, UpstreamResponse } from '../messages.ts';
import type { Source } from '../source.ts';
import type { SourceLimiter } from './source-limiter.ts';

/** One attempt of an upstream call, for logs and metrics; it holds no secrets. */
export interface Exchanged {
  readonly group: string;
  /** The part of the group that the source serves, where the group has several. */
  readonly part: string | undefined;
  /** The origin of the source that was called, `https://host`. */
  readonly origin: string;
  readonly endpoint: string;
  /** The upstream's status; undefined when there was no response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly fault: Fault | undefined;
  /** The ids of the requests that it serves. */
  readonly requestIds: readonly string[];
}

/** The settings of an upstream call that differ between endpoints. */
export interface CallOptions {
  readonly endpoint: string;
  readonly maxBytes: number | undefined;
  /** The source's own unless given. */
  readonly deadlineMs?: number | undefined;
  readonly wideIntegers: boolean;
  readonly classify: ClassifyResponse | undefined;
  readonly mayBeAbsent: boolean;
  readonly readsJson: boolean;
  /** For a fair share of the places, and for the log. */
  readonly caller?: Caller | undefined;
}

/** The bytes of an upstream as a stream. */
export interface Download {
  /** 200, or 206 for a part. */
  readonly status: number;
  header(name: string): string | undefined;
  /** Destroyed with an error when the upstream breaks off. */
  readonly body: Readable;
}

/** What an attempt reports to its place in the limiter. */
interface Place {
  noteStatus(status: number): void;
  release(): void;
}

/** One way to perform an attempt: with the body as a whole, or as a stream. */
export type Perform<Result> = (
  call: UpstreamCall,
  options: CallOptions,
  signal: AbortSignal,
  place: Place,
) => Promise<Result>;

export interface AttemptTools {
  readonly source: Source;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly limiter: SourceLimiter;
  readonly transport: Transport;
  readonly observe: (exchanged: Exchanged) => void;
}

/** Attempts of upstream calls: a place in the limiter, the signed request, and the classified response. */
export function createAttempts({ source, clock, signer, limiter, transport, observe }: AttemptTools) {
  const { group, spec } = source;

  function classify(response: UpstreamResponse, options: CallOptions, isSigned: boolean): void {
    const verdict =
      options.classify?.(response) ??
      spec.classify?.(response) ??
      classifyStatus(group, response, { isSigned, ...options });
    if (verdict instanceof Fault) throw verdict;
  }

  const sendCall: Perform<UpstreamResponse> = async (call, options, signal, { noteStatus, release }) => {
    const parse = (body: Buffer) => parseLongBody(body, options.wideIntegers, options.caller?.measure);
    const { raw, isSigned } = await sendSigned(source, signer, call, (request) =>
      transport.send(request, { signal, ...bounded(options), parse }),
    );
    noteStatus(raw.status);
    const response = toResponse(raw, options.wideIntegers);
    classify(response, options, isSigned);
    release();
    return response;
  };

  const openDownload: Perform<Download> = async (call, options, signal, { noteStatus, release }) => {
    const { raw, isSigned } = await sendSigned(source, signer, call, (request) =>
      transport.open(request, { signal, ...bounded(options) }),
    );
    noteStatus(raw.status);
    const { status, body } = raw;
    try {
      classify(toResponse({ ...raw, body: Buffer.alloc(0) }, false), options, isSigned);
    } catch (error) {
      body.destroy();
      throw error;
    }
    body.once('close', release);
    return { status, header: headerOf(raw), body };
  };

  /** A failed attempt as the caller sees it, after the limiter has taken note of it. */
  function noteFault(fault: Fault, origin: string): Fault {
    if (fault.trait === 'quotaUsedUp') return limiter.noteUsedUp();
    // A failure that tells how long it will last would only repeat itself before.
    const pauseSeconds = fault.retryAfter ?? (fault.kind === 'upstreamLimited' ? 1 : 0);
    if (pauseSeconds > 0)
      limiter.pause(
        pauseSeconds * 1000,
        fault.kind === 'upstreamLimited' ? fault.message : undefined,
        origin,
      );
    return fault;
  }

  async function attempt<Result>(
    perform: Perform<Result>,
    call: UpstreamCall,
    options: CallOptions,
    signal: AbortSignal,
  ): Promise<Result> {
    const origin = call.origin ?? spec.origins[0];
    const release = await limiter.enter(signal, options.caller?.name, origin);
    const startedAt = clock.monotonic();
    let status: number | undefined;
    let fault: Fault | undefined;
    const noteStatus = (seen: number) => {
      status = seen;
    };
    try {
      return await perform(call, options, signal, { noteStatus, release });
    } catch (error) {
      release();
      if (!(error instanceof Fault)) throw error;
      fault = noteFault(error, origin);
      throw fault;
    } finally {
      const { endpoint } = options;
      observe({
        group,
        part: spec.part,
        origin,
        endpoint,
        status,
        durationMs: Math.round(clock.monotonic() - startedAt),
        fault,
        requestIds: options.caller?.requestIds ?? [],
      });
    }
  }

  return { attempt, sendCall, openDownload };
}

const bounded = ({ maxBytes }: CallOptions) => (maxBytes === undefined ? {} : { maxBytes });

interface SignedResponse<Response> {
  readonly raw: Response;
  /** Whether the request carried a credential: a signer without one returns the call that it was given. */
  readonly isSigned: boolean;
}

/** Sends a signed call; once more when the upstream refused the signature and the signer has a newer one. */
async function sendSigned<Response extends TransportResponse | UpstreamStream>(
  source: Source,
  signer: Signer,
  call: UpstreamCall,
  send: (request: UpstreamRequest) => Promise<Response>,
): Promise<SignedResponse<Response>> {
  const signed = await signer.sign(call);
  const raw = await send(toRequest(source, call, signed));
  const isSigned = signed !== call;
  if (raw.status !== 401 || !signer.renew?.(signed)) return { raw, isSigned };
  // The body of a refusal is not read, and would hold its connection.
  if (raw.body instanceof Readable) raw.body.destroy();
  return { raw: await send(toRequest(source, call, await signer.sign(call))), isSigned };
}
