import { randomUUID } from 'node:crypto';
import { identityEvents, MODERATION, type PhotoId } from '@candid/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { newUserId } from '../assessments.fixture.spec.js';
import { caseOf, ModerationFixture } from './moderation.fixture.spec.js';

const DAY_S = 24 * 3_600;

let assessments: ModerationFixture;

beforeAll(async () => {
  assessments = await ModerationFixture.start();
});

afterAll(() => assessments.stop());

const oldestWaiting = (severity: number) => figureOf(`moderation_oldest_waiting_seconds{severity="${severity}"`);

async function figureOf(series: string): Promise<number> {
  await assessments.caughtUp();
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

it('counts what notices hold: none without support, ten in an hour, and no further one alone', async () => {
  const newPhoto = (): PhotoId => uuidv7({ msecs: assessments.clock().getTime() }) as PhotoId;
  const isHeld = async (photoId: PhotoId) => (await assessments.detail(caseOf(photoId))).isHeld;
  const [owner, oldPhoto] = [newUserId(), randomUUID() as PhotoId];
  const { receivedAt: confirmedAt, ...notice } = await assessments.notice(owner, oldPhoto, 'minor');
  expect(await isHeld(oldPhoto)).toBe(false);
  const confirmed = await assessments.publish(identityEvents.NoticeConfirmed, { ...notice, confirmedAt });
  await assessments.settled('hold-photo-on-notice-confirmed', confirmed);
  expect(await isHeld(oldPhoto)).toBe(true);
  const held = [];
  for (let photo = 2; photo <= MODERATION.noticeHoldsPerHourMax + 1; photo += 1) {
    const photoId = newPhoto();
    await assessments.notice(newUserId(), photoId, 'childAbuse');
    held.push(await isHeld(photoId));
  }
  expect(held).toEqual([...Array.from({ length: MODERATION.noticeHoldsPerHourMax - 1 }, () => true), false]);
  expect(await figureOf('moderation_notice_holds')).toBe(MODERATION.noticeHoldsPerHourMax);
  assessments.passTime(3_600_000);
  expect(await figureOf('moderation_notice_holds')).toBe(0);
  const later = newPhoto();
  await assessments.notice(newUserId(), later, 'minor');
  expect(await isHeld(later)).toBe(true);
});
