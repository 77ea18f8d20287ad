interface Counts {
  readonly notificationNumber: number;
  readonly generalNotifNumber: number;
}

const trustMs = 5_000;
let latest: { counts: Counts; at: number } | null = null;

/** Remembers the counts of a live event, for views that are fetched before they have caught up with it. */
export function rememberCounts(counts: Counts): void {
  latest = { counts, at: Date.now() };
}

/** The view with the counts of a live event from the last few seconds, where there was one. */
export function withLiveCounts<View extends Counts>(view: View): View {
  return latest && Date.now() - latest.at < trustMs ? { ...view, ...latest.counts } : view;
}

export function forgetCounts(): void {
  latest = null;
}
