import { runAsCommand } from '../rpc/request-context.js';
import { inSpan } from '../tracing/tracing.js';
import type { Metrics } from './metrics.js';

export async function runJob(metrics: Metrics, task: string, work: () => Promise<unknown>): Promise<void> {
  await inSpan(`run ${task}`, {}, () => runAsCommand(task, work));
  jobSucceeded(metrics, task);
}

/** Records a success. Only this metric shows that a repeated job no longer runs. */
export function jobSucceeded(metrics: Metrics, task: string): void {
  metrics
    .timestamps('job_last_success_timestamp_seconds', 'When a repeated job last ran to its end', ['task'])
    .set({ task }, Date.now() / 1_000);
}

/** Called at the start of the process, so that the metric also shows a job that never succeeds. */
export const promiseJob = jobSucceeded;
