import { runAsCommand } from '../rpc/request-context.js';
import { inSpan } from '../tracing/tracing.js';
import type { Metrics } from './metrics.js';

export async function runJob(metrics: Metrics, task: string, work: () => Promise<unknown>): Promise<void> {
  await inSpan(`run ${task}`, {}, () => runAsCommand(task, work));
  jobSucceeded(metrics, task);
}

/** One that has stopped coming is found by nothing else. */
export function jobSucceeded(metrics: Metrics, task: string): void {
  metrics
    .timestamps('job_last_success_timestamp_seconds', 'When a repeated job last ran to its end', ['task'])
    .set({ task }, Date.now() / 1_000);
}

/** To be called at the start, from which the first success is awaited: one that never comes shows as well. */
export const promiseJob = jobSucceeded;
