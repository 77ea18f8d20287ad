/** Commits wake waiting processes, so these intervals matter only if a wake-up, a server or a process is lost. */
export interface Pace {
  /** Intervals of projections, relays and other followers of events. */
  follower: { idlePollMs: number; electionRetryMs: number };
  /** A frozen leader loses its locks after `leaseMs`. A killed leader loses them immediately. */
  election: { leaseMs: number };
  workPollMs: number;
  /** `stallCheckMs`: pause between checks for jobs of dead processes. `drainDelaySeconds`: longest wait for a job. */
  queue: { stallCheckMs: number; drainDelaySeconds: number };
  /** If a NATS server dies, its pull requests are lost. The client repeats them after two missed heartbeats. */
  consumer: { expiresMs: number; heartbeatMs: number };
}

export const paces = {
  /** A dead process is replaced within 10 s. */
  usual: {
    follower: { idlePollMs: 1_000, electionRetryMs: 1_000 },
    election: { leaseMs: 3_000 },
    workPollMs: 1_000,
    queue: { stallCheckMs: 2_500, drainDelaySeconds: 5 },
    consumer: { expiresMs: 4_000, heartbeatMs: 1_000 },
  },
  /** Long intervals for one machine, where no other process waits to take over. */
  slow: {
    follower: { idlePollMs: 15_000, electionRetryMs: 5_000 },
    election: { leaseMs: 60_000 },
    workPollMs: 15_000,
    queue: { stallCheckMs: 30_000, drainDelaySeconds: 60 },
    consumer: { expiresMs: 30_000, heartbeatMs: 15_000 },
  },
} satisfies Record<string, Pace>;
