import { runAsCommand } from '../rpc/current-command.js';
import { inSpan } from '../tracing/tracing.js';
import type { Metrics } from './metrics.js';

/** Runs what comes again and again: under its name, in a span, and with the time of its success among the metrics. */
export async function runJob(metrics: Metrics, job: string, work: () => Promise<unknown>): Promise<void> {
  await inSpan(`run ${job}`, {}, () => runAsCommand(job, work));
  jobSucceeded(metrics, job);
}

/** One that has stopped coming is found by nothing else. */
export function jobSucceeded(metrics: Metrics, job: string): void {
  promiseJob(metrics).set({ job }, Date.now() / 1_000);
}

/** To be called at the start, so that the metric is there before the first run has ended. */
export const promiseJob = (metrics: Metrics) =>
  metrics.timestamps('job_last_success_timestamp_seconds', 'When a repeated job last ran to its end', ['job']);
