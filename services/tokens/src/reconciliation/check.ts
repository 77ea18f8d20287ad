export interface Finding {
  ok: boolean;
  /** Faults where a check counts them, else what the check is about in one number. */
  figure: number;
  detail: string;
}

/** One thing that has to be true of the ledger. It reads, and changes nothing. */
export interface Check {
  readonly name: string;
  run(): Promise<Finding>;
}

const shownFaults = 5;

/** A finding that is good where there are no faults, and else names the first few. */
export function findingOf(faults: readonly string[], whereGood: string): Finding {
  if (faults.length === 0) return { ok: true, figure: 0, detail: whereGood };
  const more = faults.length > shownFaults ? `, and ${faults.length - shownFaults} more` : '';
  return { ok: false, figure: faults.length, detail: `${faults.slice(0, shownFaults).join('; ')}${more}` };
}
