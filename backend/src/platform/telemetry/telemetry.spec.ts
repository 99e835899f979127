import { context, trace } from '@opentelemetry/api';
import { startCollector } from '../../../test/support/collector.js';
import { logOnce } from './log-once.js';
import { contextFrom, inSpan, inTrace, contextLogFields, traceparent, withLogFields } from './spans.js';
import { Telemetry } from './telemetry.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

afterEach(() => {
  trace.disable();
  context.disable();
});

describe('Telemetry', () => {
  it('continues the trace of a request but records no spans when no collector is configured', async () => {
    Telemetry.start({ tracesEndpoint: null, serviceName: null }, 'shop-api');
    const result = await inSpan(
      'request',
      {},
      async (span) => ({
        recording: span.isRecording(),
        parent: traceparent(),
        child: await inSpan('call', {}, async () => traceparent()),
      }),
      contextFrom(PARENT),
    );
    expect(result.recording).toBe(false);
    expect(result.parent).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
    expect(result.child).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
    expect(result.parent).not.toBe(result.child);
    expect(await inSpan('job', {}, async () => traceparent())).not.toContain(TRACE);
  });

  it('exports spans with the service name, at the latest at shutdown', async () => {
    const collector = await startCollector();
    Telemetry.start({ tracesEndpoint: collector.url, serviceName: 'shop-mail' }, 'shop-workers');
    const failing = inSpan(
      'job',
      {},
      async () => {
        throw Object.assign(new Error('lina@example.com is unknown'), { code: 'EENVELOPE' });
      },
      contextFrom(PARENT),
    );
    await expect(failing).rejects.toThrow('unknown');
    await new Telemetry().onApplicationShutdown();
    expect(collector.spans).toMatchObject([
      { service: 'shop-mail', name: 'job', traceId: TRACE, attributes: { 'error.type': 'EENVELOPE' } },
    ]);
    expect(collector.received.join()).not.toContain('lina');
    await collector.close();
  });

  it('continues an earlier trace and links to the current one', async () => {
    const collector = await startCollector();
    Telemetry.start({ tracesEndpoint: collector.url, serviceName: null }, 'shop-api');
    await inSpan('report', {}, () => inTrace(PARENT, 'complete', async () => undefined));
    await new Telemetry().onApplicationShutdown();
    const [complete, report] = collector.spans;
    expect(complete).toMatchObject({ traceId: TRACE, links: [{ spanId: report!.spanId, traceId: report!.traceId }] });
    expect(report!.traceId).not.toBe(TRACE);
    await collector.close();
  });

  it('adds trace ids and fields to log lines', async () => {
    Telemetry.start({ tracesEndpoint: null, serviceName: null }, 'shop-api');
    expect(contextLogFields()).toEqual({});
    const line = await inSpan(
      'job',
      {},
      async () => contextLogFields(),
      withLogFields({ attempt: 2 }, contextFrom(PARENT)),
    );
    expect(line).toEqual({ trace_id: TRACE, span_id: expect.stringMatching(/^[\da-f]{16}$/), attempt: 2 });
  });

  it('logs one line when the export fails and one when it recovers', () => {
    const lines: unknown[] = [];
    const logger = { warn: (...line: unknown[]) => lines.push(line), log: (...line: unknown[]) => lines.push(line) };
    const codes = [0, 1, 1, 1, 0, 0, 1];
    const exporter = logOnce(
      {
        export: (_, done) => done({ code: codes.shift()!, error: new Error('away') }),
        shutdown: async () => undefined,
      },
      logger,
    );
    while (codes.length > 0) exporter.export([{}, {}] as never, () => undefined);
    expect(lines).toEqual([
      [{ err: expect.any(Error) }, 'trace export failed; logged once until it recovers'],
      [{ lost: 6 }, 'trace export recovered'],
      [{ err: expect.any(Error) }, 'trace export failed; logged once until it recovers'],
    ]);
  });
});
