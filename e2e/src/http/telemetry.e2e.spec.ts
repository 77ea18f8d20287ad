import { type RunningSystem, SpanReceiver, startSystem } from '@candid/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { describeMetrics } from './metrics.js';
import { itLogsNoAddress, OWN_ENV } from './own-system.js';
import { describeTraces } from './trace.js';

/** A system without other traffic, so that metrics stay predictable. It sends its traces to the test. */
let receiver: SpanReceiver;
let system: RunningSystem;

beforeAll(async () => {
  receiver = await SpanReceiver.start();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_TRACES_SAMPLER_ARG: '1' };
  system = await startSystem({ env: { ...OWN_ENV, ...traces } });
});
afterAll(async () => {
  await system?.stop();
  await receiver?.stop();
});

// The tests of metrics come first, because they need an unused system.
describeMetrics(() => system);
describeTraces(() => ({ system, receiver }));
itLogsNoAddress(() => system);
