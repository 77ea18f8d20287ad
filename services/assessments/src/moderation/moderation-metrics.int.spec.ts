import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ModerationFixture } from './moderation.fixture.spec.js';

const DAY_S = 24 * 3_600;

let assessments: ModerationFixture;
beforeAll(async () => {
  assessments = await ModerationFixture.start();
});
afterAll(() => assessments.stop());

async function oldestWaiting(severity: number): Promise<number> {
  await assessments.caughtUp();
  const series = `moderation_oldest_waiting_seconds{severity="${severity}"`;
  const lines = (await assessments.service.platform.metrics.registry.metrics()).split('\n');
  return Number(
    lines
      .find((line) => line.startsWith(series))
      ?.split(' ')
      .at(-1),
  );
}

it('tells how long the oldest case has waited, not for how long there has been some case', async () => {
  expect(await oldestWaiting(1)).toBe(0);
  const first = await assessments.heldPhoto();
  assessments.passTime(DAY_S * 1_000);
  expect(await oldestWaiting(1)).toBeGreaterThanOrEqual(DAY_S);
  expect(await oldestWaiting(2)).toBe(0);
  await assessments.heldPhoto();
  await assessments.decide(first.caseId, 'removePhoto');
  expect(await oldestWaiting(1)).toBeLessThan(DAY_S);
});

it('leaves appeals out, which have a target time of their own', async () => {
  const { ownerId, caseId } = await assessments.heldPhoto();
  assessments.passTime(2 * DAY_S * 1_000);
  await assessments.decide(caseId, 'removePhoto');
  await assessments.appeal(ownerId, caseId);
  const waiting = await assessments.session.query<{ case_id: never }>(
    `select case_id from moderation_case where status = 'open'`,
  );
  for (const { case_id } of waiting) await assessments.decide(case_id, 'noViolation');
  expect(await oldestWaiting(1)).toBe(0);
});
