import {
  assessmentsRoutes,
  type PhotoId,
  type Refusal,
  type ReportReason,
  reportsRoutes,
  type UserId,
} from '@candid/contracts';
import {
  moderatorAgent,
  Person,
  type RunningSystem,
  setUpSecondFactor,
  staffAgent,
  startSystem,
  supportAgent,
  UNDISTURBED_ENV,
} from '@candid/testing';
import { type JudgedOwner, judgedOwner } from './judged-owner.js';
import { MODERATION_ENV } from './moderation.js';

/** One system with all people that the moderation tests need. */
interface ModerationStage {
  system: RunningSystem;
  support: Person;
  /** A moderator with a second factor. */
  kim: Person;
  /** Second moderator, without a second factor. */
  lee: Person;
  /** Staff with the role `safety-lead`. */
  lead: Person;
  /** Ann, bob, cay and dan are assessors with one submission each, so that their reports count. */
  ann: Person;
  bob: Person;
  cay: Person;
  dan: Person;
  /** Owner of a photo assessment with six photos. */
  judged: JudgedOwner;
}

export async function beginModerationStage(): Promise<ModerationStage> {
  const env = { ...UNDISTURBED_ENV, ...MODERATION_ENV, REPORTER_SUBMISSIONS_MIN: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const system = await startSystem({ env });
  const [support, kim, lee, lead, ann, bob, cay, dan] = await Promise.all([
    supportAgent(system),
    moderatorAgent(system, 'kim@people.example'),
    moderatorAgent(system, 'lee@people.example'),
    staffAgent(system, 'lead@people.example', 'safety-lead'),
    Person.approvedAssessor(system),
    Person.approvedAssessor(system),
    Person.approvedAssessor(system),
    Person.approvedAssessor(system),
  ]);
  await setUpSecondFactor(kim);
  const judged = await judgedOwner(system, { support, raters: [ann, bob, cay, dan], photos: 6 });
  return { system, support, kim, lee, lead, ann, bob, cay, dan, judged };
}

/** @returns the person's photo, if it is under assessment */
export const photoOf = async (person: Person, photoId: PhotoId) =>
  (await person.photos('testing')).find(({ _id }) => _id === photoId);

/** @returns the person's entry in the assessor's feed, if there is one */
export const inFeed = async (assessor: Person, userId: UserId) =>
  (await assessor.expect(assessmentsRoutes.listPublicTests)).data.find((entry) => entry.userId === userId);

export const statementsOf = async (person: Person) => (await person.expect(reportsRoutes.listStatements)).statements;

export const report = (person: Person, photoId: PhotoId, reason: ReportReason) =>
  person.call(reportsRoutes.report, { body: { photoId, reason } });

export const refused = (status: number, code: Refusal['code']) => ({ status, body: { code } });

export const ratingsOf = (assessor: Person, ownerId: UserId, photoIds: readonly PhotoId[]) => ({
  userId: ownerId,
  raterId: assessor.userId,
  ratings: photoIds.map((photoId) => ({ photoId, rating: 12, comments: [] })),
});

export const pictureAt = ({ baseUrl }: Pick<RunningSystem, 'baseUrl'>, path: string, etag?: string) =>
  fetch(new URL(path, baseUrl), { headers: etag ? { 'if-none-match': etag } : {} });
