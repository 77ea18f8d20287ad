/** One measured path beside its floor, both taken in the same run. */
export interface BenchRow {
  path: string;
  /** What the floor is: the same work done by the least that could do it. */
  floorName: string;
  floor: number;
  figure: number;
  unit: string;
  /** figure / floor. */
  ratio: number;
  target: string;
  met: boolean;
}
