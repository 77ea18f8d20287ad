import { randomUUID } from 'node:crypto';
import {
  type AssessmentSettings,
  assessmentsRpc,
  identityEvents,
  type PhotoId,
  PRODUCT,
  photosEvents,
  type TestId,
  type UserId,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { ownerStreams, photoAssessmentStreams } from './aggregates.js';
import { ServiceFixture } from './service.fixture.spec.js';

export const newUserId = () => randomUUID() as UserId;

export const settings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 1,
};

export interface OwnTest {
  ownerId: UserId;
  testId: TestId;
  photoIds: PhotoId[];
}

/** The service with its people, and what they do. */
export class AssessmentsFixture extends ServiceFixture {
  /**
   * The state that `openStart` leaves behind once the tokens are held, written by the service's own decisions; the holding
   * itself needs the tokens service, which is another process.
   */
  async openedTest(ownerId = newUserId(), photoCount = 2, wanted: Partial<AssessmentSettings> = {}): Promise<OwnTest> {
    const at = this.clock().toISOString();
    const assessments = Array.from({ length: photoCount }, () => ({
      assessmentId: randomUUID(),
      photoId: randomUUID(),
    }));
    const photoIds = assessments.map(({ photoId }) => photoId);
    const testId = randomUUID();
    await new Commands(this.store).execute({ metadata: { correlationId: randomUUID() } }, {}, async (unit) => {
      const owner = await unit.load(ownerStreams, ownerId);
      const isFirstAssessment = owner.state.firstAssessment === null;
      const { restartTokens } = owner.state;
      const reserve = { ownerId, testId, photoIds, areStored: false, assessedPhotoIds: [], at };
      owner.decide({ type: 'ReserveStart', ...reserve });
      const test = await unit.load(photoAssessmentStreams, testId);
      const open = { testId, ownerId, holdId: randomUUID(), isFirstAssessment, restartTokens, assessments, at };
      test.decide({ type: 'OpenStart', ...open, settings: { ...settings, ...wanted } });
    });
    for (const photoId of photoIds) {
      await this.publish(photosEvents.PhotoUploaded, { photoId, userId: ownerId, testId }, `photo-${photoId}`, 1);
    }
    return { ownerId, testId: testId as TestId, photoIds: photoIds as PhotoId[] };
  }

  async startedTest(ownerId = newUserId(), photoCount = 2, wanted: Partial<AssessmentSettings> = {}): Promise<OwnTest> {
    const test = await this.openedTest(ownerId, photoCount, wanted);
    await this.rpc.call(assessmentsRpc.confirmStart, { userId: ownerId, testId: test.testId }, this.context(ownerId));
    await this.caughtUp();
    return test;
  }

  /** An owner who has been through the first assessment and made a first profile of its first photo. */
  async onboardedOwner(): Promise<{ ownerId: UserId; firstTest: OwnTest }> {
    const firstTest = await this.startedTest();
    const { ownerId, photoIds } = firstTest;
    for (const raterId of await this.assessors(PRODUCT.firstAssessmentAssessors)) await this.submit(firstTest, raterId);
    const placed = await this.publish(
      photosEvents.PhotoPlacedInProfile,
      { photoId: photoIds[0]!, userId: ownerId, wasFirstProfileSet: true },
      `photo-${photoIds[0]}`,
      2,
    );
    const returned = await this.publish(
      photosEvents.PhotoReturnedToBank,
      { photoId: photoIds[1]!, userId: ownerId, wasInProfile: false },
      `photo-${photoIds[1]}`,
      2,
    );
    await this.settled('flag-on-photo-placed-in-profile', placed);
    await this.settled('return-on-photo-returned-to-bank', returned);
    return { ownerId, firstTest };
  }

  async assessors(count: number, country: string | null = null): Promise<UserId[]> {
    const userIds = Array.from({ length: count }, newUserId);
    const approved = [];
    const located = [];
    for (const userId of userIds) {
      approved.push(await this.publish(identityEvents.AssessorApproved, { userId, passkeyName: 'beta' }));
      if (country) located.push(await this.publish(identityEvents.UserRegistered, { userId, country }));
    }
    await this.settled('allow-on-assessor-approved', ...approved);
    if (country) await this.settled('locate-on-user-registered', ...located);
    return userIds;
  }

  ratingsFor(photoIds: readonly PhotoId[], score = 14) {
    return photoIds.map((photoId) => ({ photoId, rating: score, comments: [[7, 45, 16]] }));
  }

  submit(test: OwnTest, raterId: UserId, { score = 14, key }: { score?: number; key?: string } = {}) {
    const request = { raterId, ownerId: test.ownerId, ratings: this.ratingsFor(test.photoIds, score) };
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: String(score) } };
    return this.rpc.call(assessmentsRpc.submitRatings, request, this.context(raterId, idempotency));
  }

  rate(ownerId: UserId, raterId: UserId, ratings: ReturnType<AssessmentsFixture['ratingsFor']>) {
    return this.rpc.call(assessmentsRpc.submitRatings, { raterId, ownerId, ratings }, this.context(raterId));
  }

  open(assessorId: UserId, ownerId: UserId) {
    return this.rpc.call(assessmentsRpc.openTest, { assessorId, ownerId }, this.context(assessorId));
  }

  async feed(assessorId: UserId, after?: string) {
    const request = { assessorId, ...(after !== undefined && { after }) };
    return this.rpc.call(assessmentsRpc.listFeed, request, this.context(assessorId));
  }

  async assessmentsOf(photoIds: PhotoId[]) {
    const { assessments } = await this.rpc.call(assessmentsRpc.getPhotoAssessments, { photoIds }, this.context());
    return assessments;
  }

  end(ownerId: UserId, photoId: PhotoId, more: { removing?: boolean; leavesPlanner?: boolean; key?: string } = {}) {
    const { key, ...wanted } = more;
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: '' } };
    const request = { userId: ownerId, photoId, ...wanted };
    return this.rpc.call(assessmentsRpc.endAssessment, request, this.context(ownerId, idempotency));
  }
}

/** The refusal; fails where the work was not refused. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string; details?: unknown }> {
  const refusal = await work.then(
    () => undefined,
    (error: { code: string; message: string }) => error,
  );
  if (!refusal) throw new Error('not refused');
  return refusal;
}
