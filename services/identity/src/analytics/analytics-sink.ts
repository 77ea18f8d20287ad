import type { ImpersonalEvent } from './analytics.rows.js';

/** The place to which counted events are sent besides the numbers of the day. None by default. */
export interface AnalyticsSink {
  /** After they are counted, each batch once; what it throws is logged and keeps nobody waiting. */
  send(events: readonly ImpersonalEvent[]): Promise<void>;
}
export const ANALYTICS_SINK = Symbol('AnalyticsSink');

export const ANALYTICS_SINKS = ['none'] as const;
export type AnalyticsSinkName = (typeof ANALYTICS_SINKS)[number];

const nobody: AnalyticsSink = { send: async () => undefined };

export function createAnalyticsSink(name: AnalyticsSinkName): AnalyticsSink {
  switch (name) {
    case 'none':
      return nobody;
  }
}
