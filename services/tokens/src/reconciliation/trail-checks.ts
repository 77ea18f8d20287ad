import type { ReconciledRow } from '@candid/contracts';
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
        const faults = escrows.map(({ assessmentId, escrowTokens, openTokens }): ReconciledRow => {
          const detail = `assessment ${assessmentId} has ${escrowTokens} tokens and needs ${openTokens} for ratings to come`;
          return { kind: 'assessment', id: assessmentId, detail };
        });
        return findingOf(faults, `${openAssessments} open assessments have 5 tokens for each assessor to come`);
      },
    },
    {
      name: 'ratings-consumed-and-rewarded',
      run: async () => bookedOnce(await findings(), ['consume', 'reward'], trail),
    },
    {
      name: 'ended-assessments-refunded-once',
      run: async () => bookedOnce(await findings(), ['refund', 'restart'], trail),
    },
  ];
}

async function bookedOnce(findings: TrailFindings, kinds: DueKind[], trail: MoneyTrail): Promise<Finding> {
  const { missing, otherAmount, surplus, counts, waiting, healed } = findings;
  const ofKinds = ({ kind }: { kind: DueKind }) => kinds.includes(kind);
  const row = (id: string, detail: string): ReconciledRow => ({ kind: 'transfer', id, detail });
  const tooMany = kinds.filter((kind) => surplus[kind] > 0);
  const faults = [
    ...missing.filter(ofKinds).map(({ transferId, idempotencyKey: key }) => row(transferId, `${key} is not booked`)),
    ...otherAmount
      .filter(ofKinds)
      .map(({ transferId, idempotencyKey: key }) => row(transferId, `${key} is booked with another amount`)),
    ...(await trail.notDue(tooMany)).map(({ transferId, kind }) =>
      row(transferId, `transfer ${transferId} of code ${kind} is not due`),
    ),
  ];
  const booked = kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  const healedOfKinds = kinds.reduce((sum, kind) => sum + healed[kind], 0);
  return findingOf(faults, `due and booked once: ${booked}; ${waiting} bookings wait`, healedOfKinds);
}
