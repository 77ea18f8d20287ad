import { type Check, type Finding, findingOf } from './check.js';
import type { DueKind } from './due-bookings.js';
import type { MoneyTrail, TrailFindings } from './money-trail.js';

/** What only the assessments service knows, compared in one walk along its events that the checks share. */
export function trailChecks(trail: MoneyTrail): Check[] {
  let walked: Promise<TrailFindings> | undefined;
  const findings = (): Promise<TrailFindings> => {
    walked ??= trail.follow();
    return walked;
  };
  return [
    {
      name: 'escrows-equal-open-assessors',
      run: async () => {
        const { escrows, openAssessments } = await findings();
        const faults = escrows.map(
          ({ assessmentId, escrowTokens, openTokens }) =>
            `assessment ${assessmentId} has ${escrowTokens} tokens for assessors worth ${openTokens}`,
        );
        return findingOf(faults, `${openAssessments} open assessments have 5 tokens for each assessor to come`);
      },
    },
    {
      name: 'ratings-consumed-and-rewarded',
      run: async () => bookedOnce(await findings(), ['consume', 'reward']),
    },
    {
      name: 'ended-assessments-refunded-once',
      run: async () => bookedOnce(await findings(), ['refund']),
    },
  ];
}

function bookedOnce({ missing, otherAmount, surplus, counts, waiting }: TrailFindings, kinds: DueKind[]): Finding {
  const ofKinds = ({ kind }: { kind: DueKind }) => kinds.includes(kind);
  const faults = [
    ...missing.filter(ofKinds).map(({ what }) => `${what} is not booked`),
    ...otherAmount.filter(ofKinds).map(({ what }) => `${what} is booked with another amount`),
    ...kinds.filter((kind) => surplus[kind] > 0).map((kind) => `${surplus[kind]} transfers of code ${kind} too many`),
  ];
  const booked = kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  return findingOf(faults, `due and booked once: ${booked}; ${waiting} bookings wait`);
}
