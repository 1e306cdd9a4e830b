import { ROOT_CONTEXT, type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import { createObserver } from '../../../server/observability/observer.ts';
import { openTraces } from '../../../server/observability/traces.ts';
import { manualClock } from '../../support/manual-clock.ts';

interface Recorded {
  readonly name: string;
  readonly options: SpanOptions;
  readonly parent: string | undefined;
  status?: number;
  end?: unknown;
}

const spans: Recorded[] = [];

beforeAll(() => {
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan(name, options = {}, context = ROOT_CONTEXT) {
        const span: Recorded = { name, options, parent: trace.getSpanContext(context)?.spanId };
        spans.push(span);
        const recorder = {
          setStatus: ({ code }: { code: number }) => {
            span.status = code;
          },
          end: (time: unknown) => {
            span.end = time;
          },
        };
        return recorder as unknown as Span;
      },
      startActiveSpan: () => {
        throw new Error('Spans are exported when they have ended.');
      },
    }),
  });
});
beforeEach(() => {
  spans.length = 0;
});
afterAll(() => trace.disable());

const lines: string[] = [];
const clock = manualClock(1_000_000);
const observer = (await openTraces(clock))(createObserver('debug', { write: (line) => lines.push(line) }));
const responded = {
  requestId: 'request-1',
  method: 'GET',
  route: '/api/weather/current',
  status: 200,
  durationMs: 40,
  keyId: 'abc',
  address: '192.0.2.1',
};

describe('a span', () => {
  it('is exported for a response, as a child of the span in the traceparent', () => {
    observer.responded({ ...responded, trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) } });
    expect(spans).toEqual([
      expect.objectContaining({ name: 'GET /api/weather/current', parent: 'b'.repeat(16), end: 1_000_000 }),
    ]);
    expect(spans[0]!.options).toMatchObject({
      startTime: 999_960,
      attributes: { 'http.route': '/api/weather/current', 'http.response.status_code': 200 },
    });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ traceId: 'a'.repeat(32), status: 200 });
  });

  it('is a root span without a traceparent', () => {
    observer.responded(responded);
    expect(spans[0]!.parent).toBeUndefined();
  });

  it('has the status ERROR for a response with a server error', () => {
    observer.responded({ ...responded, status: 502 });
    expect(spans[0]!.status).toBe(SpanStatusCode.ERROR);
  });

  it('is exported for an upstream exchange, with the kind of its fault', () => {
    const fault = new Fault('upstreamTimeout', 'The source for weather did not answer in time.');
    observer.exchanged({
      group: 'weather',
      part: undefined,
      origin: 'https://api.example.com',
      endpoint: 'current',
      status: undefined,
      durationMs: 8_000,
      fault,
      requestIds: ['request-1'],
    });
    expect(spans[0]).toMatchObject({ name: 'weather.current', status: SpanStatusCode.ERROR });
    expect(spans[0]!.options.attributes).toEqual({
      'almanac.group': 'weather',
      'almanac.endpoint': 'current',
      'almanac.request_ids': ['request-1'],
      'error.type': 'upstreamTimeout',
    });
  });

  it('holds neither a key nor an address', () => {
    observer.responded(responded);
    expect(JSON.stringify(spans)).not.toMatch(/abc|192\.0\.2\.1/);
  });
});
