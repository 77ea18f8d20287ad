import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanAttributes, SpanKind, SpanSettings } from '@candid/event-store';
import {
  type Context,
  defaultTextMapGetter,
  SpanKind as OtelKind,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { within } from '../process/within.js';
import { logIds } from '../rpc/request-context.js';
import type { HeldSpan, Tracing } from './tracing.js';

export interface OtelSettings {
  process: string;
  /** The collector's address; spans go to `/v1/traces` below it. */
  endpoint: string;
  /** Share of the requests that are traced, 0 to 1. */
  ratio: number;
  /** Applies the ratio even if the caller asks for a recorded trace, because at the edge anybody can ask for that. */
  isEdge?: boolean;
  /** Default 2000. */
  exportEveryMs?: number;
}

const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 2_500;

const kinds: Record<SpanKind, OtelKind> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
};

const propagator = new W3CTraceContextPropagator();

export class OtelTracing implements Tracing {
  private readonly storage = new AsyncLocalStorage<{ context: Context; span: HeldSpan }>();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor({ process, endpoint, ratio, isEdge = false, exportEveryMs = EXPORT_EVERY_MS }: OtelSettings) {
    const byRatio = new TraceIdRatioBasedSampler(ratio);
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': process, 'service.namespace': 'candid' }),
      sampler: new ParentBasedSampler({ root: byRatio, ...(isEdge && { remoteParentSampled: byRatio }) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEveryMs })],
    });
    this.tracer = this.provider.getTracer('candid');
  }

  open(name: string, { kind = 'internal', parent, attributes }: SpanSettings): HeldSpan {
    const around =
      parent === undefined
        ? (this.storage.getStore()?.context ?? ROOT_CONTEXT)
        : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter);
    const span = this.tracer.startSpan(name, { kind: kinds[kind] }, around);
    const open = new RecordedSpan(span, (own, work) =>
      this.storage.run({ context: trace.setSpan(around, span), span: own }, work),
    );
    if (span.isRecording()) open.set({ ...spanIds(), ...attributes?.() });
    return open;
  }

  current(): HeldSpan | undefined {
    return this.storage.getStore()?.span;
  }

  /** An unavailable collector does not delay the process's end. */
  async close(): Promise<void> {
    await within(this.provider.shutdown(), CLOSE_TIMEOUT_MS).catch(() => undefined);
  }
}

class RecordedSpan implements HeldSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceparent: string;

  constructor(
    private readonly span: Span,
    private readonly runWith: <Result>(own: HeldSpan, work: () => Result) => Result,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  set(attributes: SpanAttributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) this.span.setAttribute(name, value);
    }
  }

  fail(type: string): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.setAttribute('error.type', type);
  }

  run<Result>(work: () => Result): Result {
    return this.runWith(this, work);
  }

  end(): void {
    this.span.end();
  }
}

function spanIds(): SpanAttributes {
  const { requestId, correlationId, userId } = logIds();
  return { 'request.id': requestId, 'correlation.id': correlationId, 'user.id': userId };
}
