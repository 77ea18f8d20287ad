/** Random numbers (mulberry32). A seed gives the same numbers in each run, so that a run can be repeated. */
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

/** Returns how many runs, people or events a test takes: `short`, or `whole` if `npm run test:all` has set TEST_ALL. */
export const sizeOfRun = ({ short, whole }: { short: number; whole: number }): number =>
  process.env['TEST_ALL'] ? whole : short;
