import type { Metrics } from './metrics.js';

/** When a job that comes again and again last ran to its end; one that has stopped coming is found by nothing else. */
export function jobSucceeded(metrics: Metrics, job: string): void {
  lastSuccess(metrics).set({ job }, Date.now() / 1_000);
}

/** To be called at the start, so that the metric is there before the first run has ended. */
export const lastSuccess = (metrics: Metrics) =>
  metrics.timestamps('job_last_success_timestamp_seconds', 'When a repeated job last ran to its end', ['job']);
