import {
  type AssessedPhoto,
  assessmentSettingsRoutes,
  type DecideRequest,
  type ModerationCase,
  moderationRoutes,
  type PhotoId,
  photosRoutes,
  type ReportReason,
  reportsRoutes,
  type UserId,
} from '@candid/contracts';
import { eventually, type Person } from '@candid/testing';
import type { z } from 'zod';

/** Settings: reports of new assessors count, and screening compares pictures without loading models. */
export const MODERATION_ENV = {
  REPORTER_AGE_MIN_MS: '0',
  REPORTER_SUBMISSIONS_MIN: '0',
  SCREENING: 'on',
  SCREENING_FACES: 'off',
  SCREENING_NUDITY: 'off',
};

/** @returns the token of the appeal link in the person's newest mail with these words. Waits for the mail. */
export async function appealTokenOf(person: Person, words: string): Promise<string> {
  const mail = await person.mail((text) => text.includes('/appeal?token=') && text.includes(words));
  const link = /https?:\S+\/appeal\?\S+/.exec(mail)?.[0] ?? '';
  return new URL(link).searchParams.get('token') ?? '';
}

export const openTest = (assessor: Person, ownerId: UserId) =>
  assessor.call(photosRoutes.openTest, { params: { userId: ownerId }, query: { currentUserId: assessor.userId } });

/** @returns the owner's photos that the assessor can open. Waits until screening has released exactly `count`. */
export async function openedPhotos(assessor: Person, ownerId: UserId, count: number): Promise<AssessedPhoto[]> {
  return eventually(async () => {
    const { body } = await openTest(assessor, ownerId);
    const photos = photosRoutes.openTest.answer.safeParse(body).data?.data[0]?.photos ?? [];
    if (photos.length !== count) throw new Error(`${photos.length} photos are open instead of ${count}`);
    return photos;
  });
}

/** Opens the owner's photos and reports one of them. */
export async function reportPhoto(
  assessor: Person,
  ownerId: UserId,
  photoId: PhotoId,
  reason: ReportReason,
  text = '',
) {
  photosRoutes.openTest.answer.parse((await openTest(assessor, ownerId)).body);
  const body = { photoId, reason, ...(text && { text }) };
  return assessor.expect(reportsRoutes.report, { body });
}

/** @returns the newest case about the photo. Waits until the queue shows one. */
export async function caseOf(moderator: Person, photoId: PhotoId): Promise<ModerationCase> {
  return eventually(async () => {
    const query = { status: 'all', limit: '100' };
    const { cases } = await moderator.expect(moderationRoutes.listCases, { query });
    const found = cases.find((one) => one.photoId === photoId);
    if (!found) throw new Error(`there is no case about ${photoId}`);
    return found;
  });
}

export const claim = (moderator: Person, caseId: string) =>
  moderator.expect(moderationRoutes.claimCase, { params: { caseId }, body: {} });

type Wanted = Omit<z.input<typeof DecideRequest>, 'reasons'> & { reasons?: string };

/** Claims a case and decides it. */
export async function decide(moderator: Person, caseId: string, wanted: Wanted) {
  await claim(moderator, caseId);
  const body = { reasons: 'It breaks this rule.', ...wanted };
  return (await moderator.expect(moderationRoutes.decideCase, { params: { caseId }, body })).case;
}

export const settings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: false,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};

/** Starts an assessment of a photo in the bank. */
export async function start(owner: Person, photoId: PhotoId, testLimit = settings.testLimit): Promise<void> {
  const body = { ...settings, testLimit };
  await owner.expect(assessmentSettingsRoutes.reactivate, { params: { photoId }, body });
}
