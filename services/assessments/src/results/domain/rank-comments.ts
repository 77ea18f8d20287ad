/** `[sectionId, phraseId, score]`. */
export type RankedComment = [sectionId: number, phraseId: number, score: number];

const midpoint = 10.5;

/**
 * Orders phrases by weight, highest first: the distance of a phrase's mean score from 10.5, times ln(1 + count)
 * (product text, business constants). The 1 gives a single comment a weight. Comments of one phrase stay together,
 * clearest first. The order is total, so that equal comments give equal lists.
 */
export function rankComments(comments: readonly RankedComment[]): RankedComment[] {
  const groups = new Map<number, RankedComment[]>();
  for (const comment of comments) {
    const group = groups.get(comment[1]);
    if (group) group.push(comment);
    else groups.set(comment[1], [comment]);
  }
  return [...groups.values()]
    .map((group) => ({ group: group.toSorted(byClarity), weight: weightOf(group) }))
    .sort((a, b) => b.weight - a.weight || a.group[0]![1] - b.group[0]![1])
    .flatMap(({ group }) => group);
}

function weightOf(group: readonly RankedComment[]): number {
  const mean = group.reduce((sum, [, , score]) => sum + score, 0) / group.length;
  return Math.abs(mean - midpoint) * Math.log(1 + group.length);
}

const byClarity = (a: RankedComment, b: RankedComment): number =>
  Math.abs(b[2] - midpoint) - Math.abs(a[2] - midpoint) || b[2] - a[2];
