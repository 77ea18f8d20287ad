import { chanceOf } from './chance.js';

/** In an order of the assessor's own, the same each time: what is seen first differs from assessor to assessor. */
export function shuffledFor<Item>(assessorId: string, items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, place: chanceOf(`${assessorId} ${idOf(item)}`) }))
    .sort((one, other) => one.place - other.place || (idOf(one.item) < idOf(other.item) ? -1 : 1))
    .map(({ item }) => item);
}

/** Shuffles neighbours of the same `tie` among each other; whoever comes before others of another one still does. */
export function shuffledTies<Item extends { photoAssessmentId: string; tie: string }>(
  assessorId: string,
  items: readonly Item[],
): Item[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0]?.tie === item.tie) last.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((group) => shuffledFor(assessorId, group, ({ photoAssessmentId }) => photoAssessmentId));
}
