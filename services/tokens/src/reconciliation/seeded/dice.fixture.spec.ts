/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** Returns a number from 0 to below 1. */
  roll(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.roll() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.roll() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return Array.from(items, () => left.splice(this.below(left.length), 1)[0]!);
  }
}
