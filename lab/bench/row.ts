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

/** The required ratios apply to a comparison with this commit only. */
const requiredCommit = 'd0641bc9';

interface Compared {
  path: string;
  unit: string;
  figure: number;
  /** Figure of the other commit, if one is compared. */
  other?: number | undefined;
  against?: string | undefined;
  ratioMax?: number | undefined;
  figureMax?: number | undefined;
}

/** A row whose floor is the figure of another commit. Without that commit, only `figureMax` applies. */
export function comparedRow({ path, unit, figure, other, against, ratioMax, figureMax }: Compared): BenchRow {
  const isRequired = against !== undefined && requiredCommit.startsWith(against.slice(0, requiredCommit.length));
  const floor = other ?? null;
  const measured = { path, floorName: `of ${against}`, floor, figure, unit, ratio: floor ? figure / floor : null };
  if (isRequired && ratioMax !== undefined && measured.ratio !== null)
    return { ...measured, target: `<= ${ratioMax}x`, met: measured.ratio <= ratioMax };
  if (figureMax !== undefined) return { ...measured, target: `<= ${figureMax} ${unit}`, met: figure <= figureMax };
  return { ...measured, target: '-', met: null };
}

/** Yields each row as soon as it is measured. A text between rows states which step begins. */
export type Measuring = AsyncGenerator<BenchRow | string, void, undefined>;
