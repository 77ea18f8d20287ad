/** One measured path with its floor, both from the same run. */
export interface BenchRow {
  path: string;
  /** Name of the floor: the simplest code that does the same work. */
  floorName: string;
  /** Null if there is nothing to compare with; then `ratio` and `met` are null, too. */
  floor: number | null;
  figure: number;
  unit: string;
  /** figure / floor. */
  ratio: number | null;
  target: string;
  met: boolean | null;
}

/** Yields each row as soon as it is measured. A text between rows states which step begins. */
export type Measuring = AsyncGenerator<BenchRow | string, void, undefined>;
