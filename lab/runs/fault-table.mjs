import { BOUND_KEPT } from '@candid/lab/fault-soak';
import { columns, say } from '../../tools/lib/say.mjs';

const goals = { availability: 0.99, recoveryMs: 10_000 };

const percent = (share) => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Returns the missed goals. Recovery always has a goal; availability only if the fault hits one process of several. */
function missed({ isOfOneProcess, measures }) {
  if (!measures) return [];
  return [
    isOfOneProcess && measures.availability < goals.availability && 'availability',
    measures.recoveryMs > goals.recoveryMs && 'recovery',
  ].filter(Boolean);
}

const toldOf = (goal, { leastAvailable, lastTrouble }) =>
  goal === 'availability' ? `least of ${leastAvailable ?? 'the load'}` : lastTrouble;

const mark = (findings, invariant) => {
  const found = findings.filter((finding) => finding.invariant === invariant);
  return found.length === 0 ? ' ' : found.every(({ ok }) => ok) ? '.' : 'X';
};

function rowOf({ fault, unavailable, cycles, measures, findings }, invariants) {
  const marks = invariants.map((invariant) => mark(findings, invariant));
  if (unavailable) return [fault, unavailable, '', '', '', '', ...marks];
  if (!measures) return [fault, '', '', '', '', '', ...marks];
  const { requests, failures, availability, slowestMs, recoveryMs } = measures;
  return [
    ...[fault, `${cycles} x`, `${failures} of ${requests}`, percent(availability)],
    ...[seconds(slowestMs), seconds(recoveryMs), ...marks],
  ];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Prints a table of faults and invariants. Returns true if no invariant was violated, even if goals were missed. */
export function printFaultTable(outcomes) {
  const others = outcomes.flatMap(({ findings }) => findings.map(({ invariant }) => invariant));
  const invariants = [...new Set([BOUND_KEPT, ...others])];
  const head = [
    'fault',
    'times',
    'failed',
    'availability',
    'slowest',
    'recovery',
    ...invariants.map((_, n) => letters[n]),
  ];
  say();
  for (const line of columns([head, ...outcomes.map((outcome) => rowOf(outcome, invariants))], '')) say(line);
  say();
  for (const [number, invariant] of invariants.entries()) say(`${letters[number]}  ${invariant}`);
  say('.  holds   X  BROKEN');
  say();
  for (const outcome of outcomes) {
    for (const { invariant, detail } of outcome.findings.filter(({ ok }) => !ok))
      say(`BROKE ${outcome.fault}: ${invariant}: ${detail}`);
    for (const goal of missed(outcome))
      say(`goal missed, ${outcome.fault}: ${goal} (${toldOf(goal, outcome.measures)})`);
  }
  const violations = outcomes.flatMap(({ findings }) => findings).filter(({ ok }) => !ok).length;
  say(`${violations} violations, ${outcomes.flatMap(missed).length} goals missed`);
  return violations === 0;
}
