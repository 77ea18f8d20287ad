import { assessmentsEvents, moderationEvents, photosRpc } from '@candid/contracts';
import { rebuildProjection } from '@candid/platform/persistence';
import { rebuildBesideWrites, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PhotoRow, projections } from '../photo/read-model.js';
import { newTestId, newUserId, PhotosFixture, ratingsOf } from '../photos.fixture.spec.js';

/** Changes to make during the rebuild, by projection. They must cover every table and every kind of change. */
const writes: Record<string, (photos: PhotosFixture) => Promise<unknown>> = {
  photo: async (photos) => {
    const userId = newUserId();
    const photoAssessmentId = newTestId();
    const [removed] = await photos.upload(userId);
    const tested = await photos.upload(userId, 1, photoAssessmentId);
    const photoIds = tested.map(({ photoId }) => photoId);
    const started = await photos.publish(assessmentsEvents.PhotoAssessmentStarted, {
      ...{
        photoAssessmentId,
        userId,
        isFirstAssessment: true,
        holdId: crypto.randomUUID(),
        startedAt: new Date().toISOString(),
      },
      assessments: photoIds.map((photoId) => ({
        ...{ assessmentId: crypto.randomUUID(), photoId, testLimit: 4, amountTokens: 20 },
      })),
    });
    await photos.settled('place-on-photo-assessment-started', started);
    const rated = await photos.publish(assessmentsEvents.RatingsAccepted, {
      ...{ submissionId: crypto.randomUUID(), photoAssessmentId, userId, assessorId: newUserId(), rewardTokens: 10 },
      ...{ acceptedAt: new Date().toISOString(), ratings: ratingsOf(...photoIds) },
    });
    await photos.settled('count-on-ratings-accepted', rated);
    const request = { userId, photoId: removed!.photoId };
    await photos.rpc.call(photosRpc.deletePhoto, request, photos.context(userId));
    const moderated = await photos.upload(userId, 3);
    for (const [index, decision] of (['removePhoto', 'askForCrop'] as const).entries()) {
      const ids = {
        caseId: newTestId() as never,
        statementId: newTestId() as never,
        photoId: moderated[index]!.photoId,
      };
      const decided = await photos.publish(moderationEvents.CaseDecided, {
        ...{ ...ids, kind: 'photo', decision, userId, rule: null, until: null, answered: [] },
        decidedAt: new Date().toISOString(),
      });
      await photos.settled('remove-on-case-decided', decided);
    }
    const held = await photos.publish(moderationEvents.PhotoHeld, {
      ...{ caseId: newTestId() as never, statementId: newTestId() as never, photoId: moderated[2]!.photoId },
      ...{ userId, reason: 'minor', heldAt: new Date().toISOString() },
    });
    await photos.settled('mark-on-photo-held', held);
  },
};

describe('a projection rebuilt beside traffic', () => {
  let photos: PhotosFixture;

  beforeAll(async () => {
    photos = await PhotosFixture.start();
  });
  afterAll(() => photos.stop());

  it.each(projections.map((Projection) => new Projection()))('$name: has the same rows', async (projection) => {
    const { session, databaseUrl } = photos;
    const write = writes[projection.name];
    if (!write) throw new Error(`say what happens beside the rebuild of ${projection.name}`);
    const rebuilt = await rebuildBesideWrites({
      session,
      rebuild: (batchSize) =>
        rebuildProjection({
          databaseUrl,
          sessionUrl: sessionUrlOf(databaseUrl),
          entities: [PhotoRow],
          projection,
          batchSize,
        }),
      write: () => write(photos),
    });
    for (const table of projection.tables) expect(rebuilt.before[table]).not.toEqual([]);
    expect(rebuilt.after).toEqual(rebuilt.before);
    expect(rebuilt.writesBeside).toBeGreaterThan(1);
    expect(rebuilt.beside).not.toEqual(rebuilt.after);
    expect(rebuilt.undisturbed).toEqual(rebuilt.beside);
  });
});
