import { randomUUID } from 'node:crypto';
import {
  assessmentsRpc,
  type CaseId,
  identityEvents,
  moderationRpc,
  type PhotoId,
  photosEvents,
  reportsRpc,
  type UserId,
} from '@candid/contracts';
import { rebuildProjection } from '@candid/platform/persistence';
import { rebuildBesideWrites, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, newUserId, type OwnAssessment } from './assessments.fixture.spec.js';
import { type AssessorEvent, assessorStreamId } from './assessor-quality/assessor.js';
import { goldStreamId } from './assessor-quality/gold.js';
import { caseOfPhoto } from './moderation/case.js';
import { ProfilesFixture } from './profile-assessment/profiles.fixture.spec.js';
import { projections } from './read-models.js';

/** Writes that happen during the rebuild of each projection. They have to cover every table and every kind of change. */
type Writes = (assessments: AssessmentsFixture, profiles: ProfilesFixture) => Promise<unknown>;
const writes: Record<string, Writes> = {
  scores: async (assessments) => {
    const photoAssessment = await ratedAssessment(assessments);
    await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[0]!);
    const reset = await ratedAssessment(assessments);
    const deleted = { photoId: reset.photoIds[1]!, userId: reset.ownerId };
    const deletion = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${deleted.photoId}`, 9);
    await assessments.settled('forget-photo-on-photo-deleted', deletion);
    await ratedAssessment(assessments);
  },
  'photo-assessments': async (assessments) => {
    const { ownerId: userId, photoAssessmentId } = await assessments.openedAssessment();
    await assessments.rpc.call(assessmentsRpc.abandonStart, { userId, photoAssessmentId }, assessments.context(userId));
    const { ownerId, photoIds } = await assessments.startedAssessment();
    await assessments.end(ownerId, photoIds[0]!);
    await assessments.startedAssessment();
  },
  feed: async (assessments) => {
    const photoAssessment = await ratedAssessment(assessments);
    const [holder, other] = await assessments.assessors(2);
    await assessments.open(holder!, photoAssessment.ownerId);
    await assessments.open(other!, photoAssessment.ownerId);
    await assessments.submit(photoAssessment, other!);
    const ended = await ratedAssessment(assessments);
    await assessments.end(ended.ownerId, ended.photoIds[0]!);
    await completedAndForAudience(assessments);
    await moderated(assessments, await ratedAssessment(assessments));
  },
  moderation: async (assessments) => {
    const { ownerId, photoIds } = await assessments.startedAssessment();
    const [photoId] = photoIds as [PhotoId];
    const caseId = caseOfPhoto(photoId) as CaseId;
    const [reporter, leaving] = (await assessments.assessors(2)) as [UserId, UserId];
    const moderator = (userId = newUserId()) => assessments.context(userId, { roles: ['user', 'moderator'] });
    // Everybody opens the photos before the first report, because that report holds the photo.
    for (const userId of [reporter, leaving]) await assessments.open(userId, ownerId);
    for (const userId of [reporter, leaving]) {
      const report = { userId, photoId, reason: 'minor' } as const;
      await assessments.rpc.call(reportsRpc.report, report, assessments.context(userId));
    }
    const mona = moderator();
    const decide = async () => {
      await assessments.rpc.call(moderationRpc.claimCase, { caseId }, mona);
      const decision = { caseId, decision: 'removePhoto', rule: 'adults', reasons: 'Too young.' } as const;
      await assessments.rpc.call(moderationRpc.decideCase, decision, mona);
    };
    await decide();
    await assessments.rpc.call(moderationRpc.undoDecision, { caseId, reasons: 'By mistake.' }, mona);
    await decide();
    await assessments.rpc.call(reportsRpc.appeal, { caseId, text: 'I am 40.' }, assessments.context(ownerId));
    const answer = { caseId, isGranted: true, reasons: 'You are.' };
    await assessments.rpc.call(moderationRpc.decideAppeal, answer, moderator());
    const left = await assessments.publish(identityEvents.AccountDeleted, {
      userId: leaving,
      eraseAt: new Date().toISOString(),
    });
    await assessments.settled('end-assessments-on-account-deleted', left);
  },
  'profile-assessments': async (assessments, profiles) => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const photoIds = firstAssessment.photoIds.slice(0, 1);
    const { profileAssessmentId } = await profiles.request(ownerId, photoIds, { assessorsCount: 3 });
    const [rita, rob] = await assessments.assessors(2);
    await profiles.evaluate(profileAssessmentId, ownerId, rita!);
    await profiles.openProfile(rob!, profileAssessmentId);
    await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 4 });
    await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 2, commentsSelected: [[51, 101]] });
    await profiles.evaluate(profileAssessmentId, ownerId, rob!);
    await profiles.end(ownerId, profileAssessmentId);
    await profiles.change(ownerId, profileAssessmentId, { assessorsCount: 2 });
    await profiles.openProfile(rita!, profileAssessmentId);
    const deleted = { photoId: photoIds[0]!, userId: ownerId };
    const deletion = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${deleted.photoId}`, 9);
    await assessments.settled('forget-photo-on-photo-deleted', deletion);
    const other = await assessments.onboardedOwner();
    const running = await profiles.request(other.ownerId, other.firstAssessment.photoIds.slice(0, 1), {
      assessorsCount: 2,
    });
    await profiles.evaluate(running.profileAssessmentId, other.ownerId, rob!);
    await profiles.openProfile(rita!, running.profileAssessmentId);
    const photo = { ownerId: other.ownerId, photoId: other.firstAssessment.photoIds[0]! };
    await assessments.hold(photo);
    await profiles.evaluate(running.profileAssessmentId, other.ownerId, rita!);
    await assessments.release(photo);
    await profiles.openProfile((await assessments.assessors(1))[0]!, running.profileAssessmentId);
  },
  hidden: async (assessments) => {
    const photoAssessment = await ratedAssessment(assessments);
    await moderated(assessments, photoAssessment);
    const [rita, rob] = await assessments.assessors(2);
    const { ownerId } = photoAssessment;
    for (const assessorId of [rita!, rob!]) {
      await assessments.open(assessorId, ownerId);
      await assessments.block(assessorId, ownerId);
    }
    await assessments.unblock(rob!, ownerId);
    const rated = await ratedAssessment(assessments);
    const [first, second] = await assessments.ratingsOf(rated.ownerId, rated.photoIds[0]!);
    await assessments.hideFrom(rated.ownerId, first!.ratingId);
    const { hideId } = await assessments.hideFrom(rated.ownerId, second!.ratingId);
    await assessments.showTo(rated.ownerId, hideId);
    await assessments.excuse({ assessorId: rob!, ownerId: rated.ownerId, photoId: rated.photoIds[0]! });
    await assessments.bar({ ownerId: rated.ownerId, photoId: rated.photoIds[0]! }, 'removed');
    const gone = await ratedAssessment(assessments);
    await assessments.open(rita!, gone.ownerId);
    await assessments.block(rita!, gone.ownerId);
    const event = await assessments.publish(identityEvents.AccountDeleted, { userId: gone.ownerId, eraseAt });
    await assessments.settled('end-assessments-on-account-deleted', event);
  },
  assessors: async (assessments) => {
    const photoAssessment = await ratedAssessment(assessments);
    const [rita, rob] = await assessments.assessors(2);
    await assessments.open(rita!, photoAssessment.ownerId);
    await assessments.open(rob!, photoAssessment.ownerId);
    await assessments.submit(photoAssessment, rita!);
    await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[0]!);
    const at = assessments.clock().toISOString();
    await judgedAs(assessments, rita!, [
      { type: 'AssessorWarned', data: { assessorId: rita!, signal: 'hurried', warnedAt: at } },
      {
        type: 'AssessorPaused',
        data: { assessorId: rita!, signal: 'hurried', spoiledSubmissionIds: [], pausedAt: at },
      },
      { type: 'PauseAppealed', data: { assessorId: rita!, appealedAt: at } },
    ]);
    const goldId = randomUUID();
    const photos = { finePhotoId: randomUUID(), badPhotoId: randomUUID() };
    const pair = { goldId, ownerId: rob!, ...photos, registeredAt: at };
    await assessments.store.append({
      streams: [
        { streamId: goldStreamId(goldId), expectedVersion: 0, events: [{ type: 'GoldPairRegistered', data: pair }] },
      ],
      metadata: { correlationId: goldId },
    });
    await moderated(assessments, await ratedAssessment(assessments));
    await judgedAs(assessments, rob!, [
      { type: 'AssessorWarned', data: { assessorId: rob!, signal: 'skipping', warnedAt: at } },
      { type: 'AssessorRecovered', data: { assessorId: rob!, recoveredAt: at } },
    ]);
  },
};

async function judgedAs({ store }: AssessmentsFixture, assessorId: string, events: AssessorEvent[]): Promise<void> {
  const streams = [{ streamId: assessorStreamId(assessorId), expectedVersion: 0, events }];
  await store.append({ streams, metadata: { correlationId: assessorId } });
}

const eraseAt = new Date().toISOString();

/**
 * Two assessors open the photos. The first photo is held, then rated nevertheless, then released. One assessor reports
 * the second photo, which is held at the end.
 */
async function moderated(assessments: AssessmentsFixture, photoAssessment: OwnAssessment): Promise<void> {
  const { ownerId } = photoAssessment;
  const [first, second] = photoAssessment.photoIds.map((photoId) => ({ ownerId, photoId }));
  const [holder, reporter] = await assessments.assessors(2);
  await assessments.open(holder!, ownerId);
  await assessments.open(reporter!, ownerId);
  await assessments.hold(first!);
  await assessments.submit(photoAssessment, holder!);
  await assessments.excuse({ assessorId: reporter!, ...second! });
  await assessments.release(first!);
  const { photoId } = await assessments.unscreenedPhoto(ownerId);
  await assessments.screened(ownerId, photoId);
  await assessments.unscreenedPhoto(ownerId);
  await assessments.hold(second!);
}

/** Completes one assessment, and starts one that is offered to the owner's audience first. */
async function completedAndForAudience(assessments: AssessmentsFixture): Promise<void> {
  const { ownerId } = await assessments.onboardedOwner();
  const single = await assessments.startedAssessment(ownerId, 1, { testLimit: 1 });
  const [assessorId] = await assessments.assessors(1);
  await assessments.submit(single, assessorId!);
  const audience = { userId: ownerId, gender: 'Woman', ageFrom: null, ageTo: null } as const;
  const chosen = await assessments.publish(identityEvents.AudienceChosen, audience, `account-${ownerId}`, 4);
  await assessments.settled('record-audience-on-audience-chosen', chosen);
  await assessments.startedAssessment(ownerId, 1, { testLimit: 1, audienceFirst: true });
}

async function ratedAssessment(assessments: AssessmentsFixture) {
  const photoAssessment = await assessments.startedAssessment();
  const [first, second] = await assessments.assessors(2);
  await assessments.submit(photoAssessment, first!, { score: 5 });
  await assessments.submit(photoAssessment, second!, { score: 17 });
  return photoAssessment;
}

describe('a projection rebuilt beside traffic', () => {
  let assessments: AssessmentsFixture;
  let profiles: ProfilesFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
    profiles = await ProfilesFixture.start(assessments);
  });
  afterAll(async () => {
    await profiles.stop();
    await assessments.stop();
  });

  it.each(projections.map((Projection) => new Projection()))('$name: has the same rows', async (projection) => {
    const { session, databaseUrl } = assessments;
    const write = writes[projection.name];
    if (!write) throw new Error(`say what happens beside the rebuild of ${projection.name}`);
    const rebuilt = await rebuildBesideWrites({
      session,
      rebuild: (batchSize) =>
        rebuildProjection({ databaseUrl, sessionUrl: sessionUrlOf(databaseUrl), entities: [], projection, batchSize }),
      write: () => write(assessments, profiles),
    });
    for (const table of projection.tables) expect(rebuilt.before[table]).not.toEqual([]);
    expect(rebuilt.after).toEqual(rebuilt.before);
    expect(rebuilt.writesBeside).toBeGreaterThan(2);
    expect(rebuilt.beside).not.toEqual(rebuilt.after);
    expect(rebuilt.undisturbed).toEqual(rebuilt.beside);
  });
});
