/**
 * How often a process at rest looks for what nobody announced, and how long a silent process keeps what it holds. Commits wake
 * whoever waits for them, at either pace: only a lost wake-up, a silent server or a dead process waits for these.
 */
export interface Pace {
  /** Of projections, relays and whatever else follows events. */
  follower: { idlePollMs: number; electionRetryMs: number };
  /** `leaseMs` is also the time after which a frozen leader loses its locks. A killed one loses them at once. */
  election: { leaseMs: number };
  /** Of due work, while there is none. */
  workPollMs: number;
  /** Of a queue's worker: between two checks for jobs of dead processes, and the wait for a job before it is repeated. */
  queue: { stallCheckMs: number; drainDelaySeconds: number };
  /**
   * Of a consumer. If a NATS server dies, its pull requests are lost: the client repeats them after two missed heartbeats. A
   * client that loses its own server does so at once when it reconnects.
   */
  consumer: { expiresMs: number; heartbeatMs: number };
}

export const paces = {
  /** Whatever dies is replaced within 10 s. */
  usual: {
    follower: { idlePollMs: 1_000, electionRetryMs: 1_000 },
    election: { leaseMs: 3_000 },
    workPollMs: 1_000,
    queue: { stallCheckMs: 2_500, drainDelaySeconds: 5 },
    consumer: { expiresMs: 4_000, heartbeatMs: 1_000 },
  },
  /** For one process of each kind on one machine, with one server of each kind: nothing takes over from anything. */
  slow: {
    follower: { idlePollMs: 15_000, electionRetryMs: 5_000 },
    election: { leaseMs: 60_000 },
    workPollMs: 15_000,
    queue: { stallCheckMs: 30_000, drainDelaySeconds: 60 },
    consumer: { expiresMs: 30_000, heartbeatMs: 15_000 },
  },
} satisfies Record<string, Pace>;
