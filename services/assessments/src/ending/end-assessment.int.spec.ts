import { randomUUID } from 'node:crypto';
import { assessmentsEvents, assessmentsRpc, type PhotoId, photosEvents } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssessmentsFixture, type OwnAssessment } from '../assessments.fixture.spec.js';

describe('ending an assessment', () => {
  let assessments: AssessmentsFixture;

  beforeAll(async () => {
    assessments = await AssessmentsFixture.start();
  });
  afterAll(() => assessments.stop());

  const refundOf = async ({ ownerId: userId }: OwnAssessment) =>
    (await assessments.rpc.call(assessmentsRpc.calculateRefund, { userId }, assessments.context(userId))).refundTokens;
  const deleted = (ownerId: OwnAssessment['ownerId'], photoId: OwnAssessment['photoIds'][number], version = 5) =>
    assessments.publish(photosEvents.PhotoDeleted, { photoId, userId: ownerId }, `photo-${photoId}`, version);

  it('of the first photo assessment starts the owner over: ratings go, unused tokens come back, a new first start is open', async () => {
    const photoAssessment = await assessments.startedAssessment();
    const [assessorId] = await assessments.assessors(1);
    await assessments.submit(photoAssessment, assessorId!);
    expect(await refundOf(photoAssessment)).toBe(30);
    const key = randomUUID();
    const answers = [];
    for (let time = 1; time <= 3; time++)
      answers.push(await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[0]!, { key }));
    expect(answers[0]).toMatchObject({ refundTokens: 30, resetOccurred: true, photoIds: photoAssessment.photoIds });
    expect(answers[1]).toEqual(answers[0]);
    expect([answers[0]!.eventIds.length, answers[0]!.resetEventIds.length]).toEqual([2, 1]);
    expect(await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[1]!)).toMatchObject({
      refundTokens: 0,
      resetOccurred: false,
    });
    expect(await assessments.scoresOf(photoAssessment.photoIds)).toMatchObject([
      { photoAssessmentId: null, timesRated: 0, comments: [] },
      { photoAssessmentId: null, timesRated: 0, comments: [] },
    ]);
    expect(answers[0]).toMatchObject({ givenBackTokens: 10 });
    const again = await assessments.startedAssessment(photoAssessment.ownerId);
    expect(await refundOf(again)).toBe(40);
    await assessments.submit(again, assessorId!);
    expect(await assessments.end(again.ownerId, again.photoIds[0]!)).toMatchObject({
      ...{ refundTokens: 30, givenBackTokens: 0, resetOccurred: true },
    });
    // The next start costs the tokens that the reset returned, and its ratings use these tokens first.
    const cheaper = await assessments.startedAssessment(photoAssessment.ownerId);
    expect(await refundOf(cheaper)).toBe(30);
    for (const assessor of await assessments.assessors(3)) await assessments.submit(cheaper, assessor);
    expect(await refundOf(cheaper)).toBe(0);
    await assessments.submit(cheaper, assessorId!);
    expect(await assessments.end(photoAssessment.ownerId, cheaper.photoIds[0]!, { removing: true })).toMatchObject({
      ...{ refundTokens: 0, givenBackTokens: 0, resetOccurred: true },
    });
    const free = await assessments.startedAssessment(photoAssessment.ownerId);
    expect(await refundOf(free)).toBe(0);
    const [reset] = await assessments.published(assessmentsEvents.FirstAssessmentReset, 1);
    expect(assessmentsEvents.FirstAssessmentReset.data.parse(reset.data)).toEqual(reset.data);
  });

  it('of a later photo assessment gives back that photo’s places and leaves the others running', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2, { testLimit: 3 });
    const [assessorId, other] = await assessments.assessors(2);
    await assessments.submit(photoAssessment, assessorId!);
    expect(await assessments.end(ownerId, photoAssessment.photoIds[0]!)).toMatchObject({
      refundTokens: 10,
      resetOccurred: false,
      photoIds: [photoAssessment.photoIds[0]],
    });
    const rest = { ...photoAssessment, photoIds: photoAssessment.photoIds.slice(1) };
    expect((await assessments.open(other!, ownerId)).photos.map(({ photoId }) => photoId)).toEqual(rest.photoIds);
    await assessments.submit(rest, other!);
    expect(await assessments.scoresOf(photoAssessment.photoIds)).toMatchObject([
      { running: false, testTimesRated: 1, timesRated: 1 },
      { running: true, testTimesRated: 2, timesRated: 2 },
    ]);
  });

  it('of nothing that runs changes nothing', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const nothing = {
      refundTokens: 0,
      givenBackTokens: 0,
      resetOccurred: false,
      photoIds: [],
      eventIds: [],
      resetEventIds: [],
      isReportable: false,
    };
    expect(await assessments.end(ownerId, firstAssessment.photoIds[0]!)).toEqual(nothing);
    const foreign = await assessments.startedAssessment();
    expect(await assessments.end(ownerId, foreign.photoIds[0]!)).toEqual(nothing);
    expect(await refundOf(foreign)).toBe(40);
  });

  it('by removing a photo of a complete first photo assessment starts over too, as long as there is no profile', async () => {
    const photoAssessment = await assessments.startedAssessment();
    for (const assessorId of await assessments.assessors(4)) await assessments.submit(photoAssessment, assessorId);
    expect(await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[0]!)).toMatchObject({
      resetOccurred: false,
    });
    expect(
      await assessments.end(photoAssessment.ownerId, photoAssessment.photoIds[0]!, { removing: true }),
    ).toMatchObject({
      resetOccurred: true,
      refundTokens: 0,
      givenBackTokens: 40,
    });
    const onboarded = await assessments.onboardedOwner();
    const [photoId] = onboarded.firstAssessment.photoIds;
    expect(await assessments.end(onboarded.ownerId, photoId!, { removing: true })).toMatchObject({
      resetOccurred: false,
    });
  });

  it('follows the deletion of a photo, told twice or not, and its ratings are gone', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2);
    const [assessorId] = await assessments.assessors(1);
    await assessments.submit(photoAssessment, assessorId!);
    const [photoId] = photoAssessment.photoIds;
    const event = await deleted(ownerId, photoId!);
    await assessments.deliver(photosEvents.PhotoDeleted, event);
    await assessments.settled('forget-photo-on-photo-deleted', event);
    const types = (await assessments.eventsOf(`photo-assessment-${photoAssessment.photoAssessmentId}`)).map(
      ({ type }) => type,
    );
    expect(types.filter((type) => type === 'AssessedPhotoEnded')).toHaveLength(1);
    const owner = await assessments.eventsOf(`owner-${ownerId}`);
    expect(owner.filter(({ type }) => type === 'PhotoForgotten')).toHaveLength(1);
    await assessments.end(ownerId, photoAssessment.photoIds[1]!);
    expect(await assessments.scoresOf([photoId!])).toMatchObject([
      { timesRated: 0, comments: [], photoAssessmentId: null },
    ]);
    const rows = await assessments.session.query('select 1 from received_rating where photo_id = $1', [photoId]);
    expect(rows).toEqual([]);
  });

  it('of a deleted photo leaves nothing readable of what its ratings said, and all of what they said of other photos', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 2);
    const [assessorId] = await assessments.assessors(1);
    const { submissionId } = await assessments.submit(photoAssessment, assessorId!, { score: 17 });
    await assessments.caughtUp();
    const [gone, kept] = photoAssessment.photoIds as [PhotoId, PhotoId];
    const stored = await assessments.session.query<{ text: string }>(
      `select data::text as text from events where type = 'RatingsAccepted' and data->>'submissionId' = $1`,
      [submissionId],
    );
    const published = await assessments.published(assessmentsEvents.RatingsAccepted, 1);
    expect(JSON.stringify([stored, published])).not.toMatch(/score|comments/);
    await assessments.settled('forget-photo-on-photo-deleted', await deleted(ownerId, gone));
    await assessments.caughtUp();
    const rowsOf = (sql: string) => assessments.session.query(sql, [submissionId]);
    expect(await rowsOf('select photo_id, score from rating_content where submission_id = $1')).toEqual([
      { photo_id: kept, score: 17 },
    ]);
    expect(await rowsOf('select photos, scores from assessor_submission where submission_id = $1')).toEqual([
      { photos: 2, scores: [17] },
    ]);
    expect(await assessments.scoresOf([kept])).toMatchObject([{ timesRated: 1, totalScore: 17 }]);
  });

  it('of a start that waits for a deleted photo gives the start up', async () => {
    const { ownerId, photoAssessmentId, photoIds } = await assessments.openedAssessment();
    const event = await deleted(ownerId, photoIds[0]!);
    await assessments.settled('forget-photo-on-photo-deleted', event);
    const types = (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).map(({ type }) => type);
    expect(types).toEqual(['StartOpened', 'StartAbandoned']);
  });

  it('and the deletion of the photo while it is rated leave no rating and no place behind', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const photoAssessment = await assessments.startedAssessment(ownerId, 1, { testLimit: 10 });
    const assessors = await assessments.assessors(8);
    const [event, ...outcomes] = await Promise.all([
      deleted(ownerId, photoAssessment.photoIds[0]!),
      ...assessors.map((assessorId) => assessments.submit(photoAssessment, assessorId).catch(() => undefined)),
    ]);
    await assessments.settled('forget-photo-on-photo-deleted', event);
    const accepted = outcomes.filter((outcome) => outcome !== undefined).length;
    const events = await assessments.eventsOf(`photo-assessment-${photoAssessment.photoAssessmentId}`);
    const ended = events.filter(({ type }) => type === 'AssessedPhotoEnded');
    expect(ended.map(({ data }) => data.refundTokens)).toEqual([(10 - accepted) * 5]);
    await assessments.startedAssessment(ownerId, 1);
    expect(await assessments.scoresOf(photoAssessment.photoIds)).toMatchObject([
      { timesRated: 0, photoAssessmentId: null },
    ]);
  });
});
