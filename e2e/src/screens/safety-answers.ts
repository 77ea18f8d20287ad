import {
  type AnswerOf,
  assessmentsRoutes,
  type PhotoModeration,
  type reportsRoutes,
  type Statement,
} from '@candid/contracts';
import type { Page } from 'playwright-core';
import { altered, answered } from './answers.js';
import type { Cast } from './cast.js';

type OwnReport = AnswerOf<typeof reportsRoutes.listOwnReports>['reports'][number];
type Blocks = AnswerOf<typeof reportsRoutes.listBlocks>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();
const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

/** The type of a value as sent over HTTP: ids are plain strings. */
type Plain<Value> = { [Key in keyof Value]: Value[Key] extends string | null ? Value[Key] | string : Value[Key] };

const base: Plain<Statement> = {
  statementId: id(1),
  caseId: id(2),
  decision: 'hold',
  photoId: null,
  about: ['minor'],
  rule: null,
  reasons: null,
  usedScreening: false,
  issuedAt: ago(2 * HOUR_MS),
  until: null,
  appealUntil: null,
  appeal: null,
  undoneAt: null,
};

export const hold = base;
export const cropWanted: Plain<Statement> = {
  ...base,
  statementId: id(3),
  decision: 'askForCrop',
  about: ['other', 'screening'],
  rule: 'recognisable',
  reasons: 'The crop shows the dog and the edge of your sleeve. Please choose a part of the picture that shows you.',
  usedScreening: true,
  appealUntil: ahead(183 * DAY_MS),
};
export const removed: Plain<Statement> = {
  ...base,
  statementId: id(4),
  decision: 'removePhoto',
  about: ['contact'],
  rule: 'no-contact',
  reasons: 'The photo shows the name of an account on another service.',
  issuedAt: ago(5 * DAY_MS),
  appealUntil: ahead(178 * DAY_MS),
  appeal: { filedAt: ago(4 * DAY_MS), outcome: null, reasons: null, decidedAt: null },
};
export const suspended: Plain<Statement> = {
  ...base,
  statementId: id(5),
  decision: 'suspendAccount',
  about: ['notOwn'],
  rule: 'own-photos',
  reasons: 'Three photos of your account show another person, who has asked us to remove them.',
  issuedAt: ago(DAY_MS),
  until: ahead(13 * DAY_MS),
  appealUntil: ahead(182 * DAY_MS),
};
export const tooLate: Plain<Statement> = {
  ...suspended,
  issuedAt: ago(190 * DAY_MS),
  appealUntil: ago(7 * DAY_MS),
  until: ago(150 * DAY_MS),
};

export const withStatements = (page: Page, statements: readonly Plain<Statement>[]) =>
  answered(page, 'statements', { success: true, statements });

/** Stubs the calls of all appeal links with this statement. */
export const withStatement = (page: Page, statement: Plain<Statement>) =>
  answered(page, 'appeals/*', { success: true, statement });

export const withoutStatements = (page: Page) => withStatements(page, []);

const reports: Plain<OwnReport>[] = [
  { reportId: id(1), reason: 'minor', text: null, reportedAt: ago(HOUR_MS), outcome: 'open' },
  { reportId: id(2), reason: 'contact', text: null, reportedAt: ago(3 * DAY_MS), outcome: 'upheld' },
  { reportId: id(3), reason: 'comments', text: null, reportedAt: ago(20 * DAY_MS), outcome: 'rejected' },
];
export const withReports = (page: Page, some: boolean) =>
  answered(page, 'reports', { success: true, reports: some ? reports : [] });

const blocks: Plain<Blocks['blocks'][number]>[] = [{ userId: id(6), blockedAt: ago(DAY_MS) }];
const hiddenAssessors: Plain<Blocks['hiddenAssessors'][number]>[] = [
  { hideId: id(7), photoId: id(8), ratedAt: ago(4 * DAY_MS), hiddenAt: ago(3 * DAY_MS) },
];
export const withBlocks = (page: Page, some: boolean) =>
  answered(page, 'blocks', {
    success: true,
    blocks: some ? blocks : [],
    hiddenAssessors: some ? hiddenAssessors : [],
  });

interface OwnPhoto {
  _id: string;
  moderation: PhotoModeration;
}

/** Shows the owner's first photo in the section with this moderation state. @returns the photo's id */
export async function withModerated(
  page: Page,
  { owner }: Cast,
  section: 'testing' | 'bank' | 'profile',
  moderation: PhotoModeration,
): Promise<string> {
  const [first] = await owner.photos(section);
  const photoId = String(first?._id);
  await page.route(new RegExp(`/api/cameraroll-photos-${section}/`), async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { photos: OwnPhoto[] };
    const photos = answer.photos.map((photo) => (photo._id === photoId ? { ...photo, moderation } : photo));
    await route.fulfill({ response, json: { ...answer, photos, data: { photos } } });
  });
  // The service expects no ratings of a photo that assessors do not see.
  await altered(page, 'get-expected-ratings/*', (answer) => {
    const { photos, ...rest } = assessmentsRoutes.getExpectedRatings.answer.parse(answer);
    return { ...rest, photos: photos.filter((expected) => expected.photoId !== photoId) };
  });
  return photoId;
}

export const reported: Plain<AnswerOf<typeof reportsRoutes.report>> = { success: true, reportId: id(9) };
