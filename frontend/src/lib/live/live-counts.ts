interface Counts {
  readonly notificationNumber: number;
  readonly generalNotifNumber: number;
}

const trustMs = 5_000;
let latest: { counts: Counts; at: number } | null = null;

/** Stores the counts of a live event for views whose data lags behind it. */
export function rememberCounts(counts: Counts): void {
  latest = { counts, at: Date.now() };
}

/** Returns the view with the counts of a live event from the last few seconds, if there was one. */
export function withLiveCounts<View extends Counts>(view: View): View {
  return latest && Date.now() - latest.at < trustMs ? { ...view, ...latest.counts } : view;
}

export function forgetCounts(): void {
  latest = null;
}
