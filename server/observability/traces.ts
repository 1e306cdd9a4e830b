import type { Attributes, Context } from '@opentelemetry/api';
import type { Clock } from '../../core/clock.ts';
import { version } from '../../core/version.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Observer } from './observer.ts';

/**
 * Returns a wrapper that also exports an observer's events as OpenTelemetry spans. OpenTelemetry is an optional peer
 * dependency: an operator installs its API and an SDK and starts the SDK before the service
 * (`node --import ./tracing.js dist/server/main.js`). Attributes are limited to the fields of the log. The span of a
 * request belongs to the trace in its `traceparent`. The span of an upstream exchange is a root span, since its result may
 * serve several requests. Rejects with `ConfigError` when the API is not installed.
 */
export async function openTraces(clock: Clock): Promise<(observer: Observer) => Observer> {
  const api = await loadApi();
  const { ROOT_CONTEXT, SpanKind, TraceFlags, trace } = api;
  const record = createRecorder(api, clock);
  return (observer) => ({
    ...observer,
    responded(facts) {
      const { method, route, status, durationMs, requestId, trace: traceParent } = facts;
      const remote = traceParent && { ...traceParent, traceFlags: TraceFlags.SAMPLED, isRemote: true };
      record({
        name: `${method} ${route}`,
        kind: SpanKind.SERVER,
        durationMs,
        hasFailed: status >= 500,
        parent: remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'almanac.request_id': requestId,
        },
      });
      observer.responded(facts);
    },
    exchanged(exchange) {
      const { group, endpoint, status, durationMs, fault, requestIds } = exchange;
      record({
        name: `${group}.${endpoint}`,
        kind: SpanKind.CLIENT,
        durationMs,
        parent: ROOT_CONTEXT,
        hasFailed: fault !== undefined,
        attributes: {
          'almanac.group': group,
          'almanac.endpoint': endpoint,
          'almanac.request_ids': [...requestIds],
          ...(status === undefined ? {} : { 'http.response.status_code': status }),
          ...(fault ? { 'error.type': fault.kind } : {}),
        },
      });
      observer.exchanged(exchange);
    },
  });
}

interface FinishedSpan {
  readonly name: string;
  readonly kind: number;
  readonly durationMs: number;
  readonly attributes: Attributes;
  readonly parent: Context;
  readonly hasFailed: boolean;
}

/** Returns a function that exports a span that ends now. */
function createRecorder({ SpanStatusCode, trace }: Api, clock: Clock): (span: FinishedSpan) => void {
  const tracer = trace.getTracer('almanac', version);
  return ({ name, kind, durationMs, attributes, parent, hasFailed }) => {
    const endTime = clock.now();
    const span = tracer.startSpan(name, { kind, attributes, startTime: endTime - durationMs }, parent);
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
}

type Api = typeof import('@opentelemetry/api');

async function loadApi(): Promise<Api> {
  try {
    return await import('@opentelemetry/api');
  } catch {
    throw new ConfigError('TRACES is set to opentelemetry, and @opentelemetry/api is not installed.');
  }
}
