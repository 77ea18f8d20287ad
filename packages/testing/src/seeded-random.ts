/** The same numbers for the same seed (mulberry32), so that a run can be repeated, except for its timing. */
export class Random {
  constructor(private state: number) {}

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)]!;
  }
}

/** How many runs, people or events a test takes: `whole` in `npm run test:all`, which sets TEST_ALL, and `short` in `npm test`. */
export const sizeOfRun = ({ short, whole }: { short: number; whole: number }): number =>
  process.env['TEST_ALL'] ? whole : short;
