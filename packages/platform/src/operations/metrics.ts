import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../process/within.js';
import { eventLoopDelay } from '../rpc/event-loop-stall.js';
import type { RpcObserver } from '../rpc/rpc-handler.js';

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type { Counter } from 'prom-client';

type Sampled<Label extends string> = [
  name: string,
  help: string,
  labelNames: readonly Label[],
  collect: () => Promise<readonly { labels: Record<Label, string>; value: number }[]>,
];

const COLLECT_TIMEOUT_MS = 2_000;
/** Timer interval of prom-client's event-loop monitor. The default of 10 ms would wake idle processes all the time. */
const NEVER_MS = 2 ** 31 - 1;

/** Counters and gauges are made on first use and then shared by name. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: NEVER_MS });
    for (const { name } of this.registry.getMetricsAsArray())
      if (name.startsWith('nodejs_eventloop_lag')) this.registry.removeSingleMetric(name);
    this.gauge(
      'nodejs_eventloop_lag_seconds',
      'Delay of the event loop at the last sample',
      () => eventLoopDelay().lastMs / 1_000,
    );
    this.gauge(
      'nodejs_eventloop_lag_p99_seconds',
      '99th percentile of the delays of the last 300 samples',
      () => eventLoopDelay().p99Ms / 1_000,
    );
  }

  private once<Made>(name: string, make: () => Made): Made {
    return (this.registry.getSingleMetric(name) as Made | undefined) ?? make();
  }

  counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return this.once(name, () => new Counter({ name, help, labelNames, registers: [this.registry] }));
  }

  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    this.gaugeEach(name, help, [], async () => [{ labels: {}, value: await read() }]);
  }

  gaugeBy<Value>(
    name: string,
    help: string,
    label: string,
    collect: () => Promise<ReadonlyMap<string, Value>>,
    figureOf: (value: Value) => number = Number,
  ): void {
    this.gaugeEach(name, help, [label], async () =>
      [...(await collect())].map(([of, value]) => ({ labels: { [label]: of }, value: figureOf(value) })),
    );
  }

  /** Reads the values at each scrape. If the read fails or exceeds `COLLECT_TIMEOUT_MS`, the metric has no values. */
  gaugeEach<Label extends string>(...metric: Sampled<Label>): void {
    this.sampled(Gauge<Label>, ...metric);
  }

  /** Exports a count that the code keeps itself, because a counter would cost too much; `read` returns the count. */
  counterFrom(name: string, help: string, read: () => number | Promise<number>): void {
    this.counterEach(name, help, [], async () => [{ labels: {}, value: await read() }]);
  }

  /** Like `gaugeEach`, but for counts that are maintained elsewhere and never decrease. */
  counterEach<Label extends string>(...metric: Sampled<Label>): void {
    this.sampled(Counter<Label>, ...metric);
  }

  private sampled<Label extends string>(
    Kind: typeof Gauge<Label> | typeof Counter<Label>,
    ...[name, help, labelNames, collect]: Sampled<Label>
  ): void {
    const settings = {
      ...{ name, help, labelNames, registers: [this.registry] },
      async collect(this: Gauge<Label> | Counter<Label>) {
        const samples = await within(collect(), COLLECT_TIMEOUT_MS).catch(() => []);
        this.reset();
        for (const { labels, value } of samples) this.inc(labels, value);
      },
    };
    this.once(name, () => new Kind(settings));
  }

  timestamps<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return this.once(name, () => new Gauge({ name, help, labelNames, registers: [this.registry] }));
  }

  /** Observes seconds. */
  histogram<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): Histogram<Label> {
    const settings = { name, help, labelNames, buckets: LATENCY_BUCKETS_SECONDS, registers: [this.registry] };
    return this.once(name, () => new Histogram<Label>(settings));
  }

  rpcObserver(): RpcObserver {
    const seconds = this.histogram('rpc_handled_seconds', 'Time to answer a request', ['subject', 'outcome']);
    return (subject) => {
      const startedAt = performance.now();
      return (outcome) => seconds.observe({ subject, outcome }, (performance.now() - startedAt) / 1_000);
    };
  }
}

const FRESH_MS = 500;

export function sharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let known: { result: Promise<Result>; atMs: number } | undefined;
  return () => {
    if (known && performance.now() - known.atMs < FRESH_MS) return known.result;
    known = { result: read(), atMs: performance.now() };
    return known.result;
  };
}
