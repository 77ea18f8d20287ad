interface Ratings {
  readonly currentRatings: readonly { readonly score: number | null }[];
  readonly pastRatings: readonly { readonly score: number | null }[];
}

/** Every score a photo has been given, the lowest first; comments alone are no score. */
export function votesOf({ currentRatings, pastRatings }: Ratings): number[] {
  const scores = [...currentRatings, ...pastRatings].flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.sort((one, other) => one - other);
}
