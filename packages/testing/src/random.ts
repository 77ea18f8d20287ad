/** Reproducible random numbers for specs and studies: the same seed gives the same sequence. */
export interface Random {
  uniform(): number;
  normal(): number;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** A 32-bit Weyl sequence with a mixing function (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: uniform() }))
        .sort((one, other) => one.key - other.key)
        .map(({ item }) => item),
  };
}
