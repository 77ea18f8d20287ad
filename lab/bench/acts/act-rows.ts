import { type BenchRow, comparedRow } from '../row.js';
import { median } from '../statistics.js';
import { sumOf, type Totals } from './totals.js';

/** Largest ratios of an act's processor time, statements and messages. */
const required: Record<string, Record<string, number>> = {
  'sign-up by code': { cpu: 0.7 },
  'upload and start of two photos': { cpu: 0.6 },
  'open a person': { cpu: 0.6 },
  'submit two ratings': { cpu: 0.5, 'SQL transactions': 0.4, 'NATS messages': 0.4 },
  'move to the planner': { cpu: 0.6 },
  'end with refund': { cpu: 0.6 },
  'results page': { 'SQL statements': 1 },
  'page of the feed': { 'SQL statements': 1 },
};

/** Processor seconds that no structure can save: of a password's hash; of decoding and encoding two pictures. */
export interface Spared {
  name: string;
  seconds: number;
}

/** Costs of one act: processor seconds by part in each round, and counts. */
export interface ActFigures {
  cpu: Totals[];
  counts: Totals;
}

interface Compared {
  name: string;
  own: ActFigures;
  other?: ActFigures | undefined;
  against?: string | undefined;
  spared?: Spared | undefined;
}

/** Parts that use less are not shown, unless another version's part uses more. */
const shownMs = 0.5;

export function* actRows({ name, own, other, against, spared }: Compared): Generator<BenchRow> {
  const row = (path: string, unit: string, of: (figures: ActFigures) => number, limit?: string): BenchRow => {
    const ratioMax = limit === undefined ? undefined : required[name]?.[limit];
    return comparedRow({ path: `${name}${path}`, unit, figure: of(own), other: other && of(other), against, ratioMax });
  };
  const all = (figures: ActFigures) => 1_000 * median(figures.cpu.map(sumOf));
  if (spared) {
    yield row('', 'CPU ms', all);
    yield row(`, without ${spared.name}`, 'CPU ms', (figures) => all(figures) - 1_000 * spared.seconds, 'cpu');
  } else yield row('', 'CPU ms', all, 'cpu');
  const partsOf = (figures?: ActFigures) => figures?.cpu.flatMap(Object.keys) ?? [];
  for (const part of new Set([...partsOf(own), ...partsOf(other)])) {
    const ofPart = row(`: ${part}`, 'CPU ms', ({ cpu }) => 1_000 * median(cpu.map((round) => round[part] ?? 0)));
    if (ofPart.figure >= shownMs || (ofPart.floor ?? 0) >= shownMs) yield ofPart;
  }
  for (const count of Object.keys(own.counts)) yield row('', count, ({ counts }) => counts[count]!, count);
}
