const DAY_MS = 24 * 3_600_000;

/** How long data is kept, in milliseconds. Sweeps delete by it, and the privacy page states it; `MODERATION` has the times of moderation. */
export const RETENTION = {
  /** Keyed hash of a mailbox that got welcome tokens. Two years: long enough that signing up again does not pay. */
  welcomedMailboxMs: 730 * DAY_MS,
  /** Keyed hash of the network that a submission came from. */
  submissionNetworkMs: 30 * DAY_MS,
  /** Feedback, with its sender's address. The deletion of an account removes its feedback earlier. */
  feedbackMs: 365 * DAY_MS,
  /** How often each kind of event of the app was counted on a day. */
  analyticsDayMs: 400 * DAY_MS,
} as const;
