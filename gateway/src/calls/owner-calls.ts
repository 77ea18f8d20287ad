import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  catchUpRpc,
  evaluationGroupsRoutes,
  type Photo,
  type PhotoId,
  PRODUCT,
  photosRoutes,
  type ReceivedRating,
} from '@candid/contracts';
import type { z } from 'zod';
import { plainRefusal } from '../kernel/refusals.js';
import { ask, orLastKnown, type ServiceCall } from '../kernel/services.js';
import { joinAssessments, photosById, photoView, pick, storedPhotos } from '../photos/photo-view.js';
import { uploadPatienceMs, uploadTimeoutMs } from '../photos/upload-photos.js';
import { compose, forward, inGroup, type TableCall } from './call-table.js';

export const ownerCalls: TableCall[] = [
  compose(photosRoutes.listPhotos, async (call, { params, query, userId }) => {
    const request = { userId, section: params.section, ...query };
    const stored = await call(ask.photos.listPhotos, request);
    const photos = await joinAssessments(call, stored.photos);
    return { photos, data: { photos }, nextCursor: stored.nextCursor };
  }),

  forward(
    photosRoutes.getOriginal,
    ask.photos.getOriginal,
    ({ params: { photoId }, userId }) => ({ userId, photoId }),
    (picture) => picture,
    { timeoutMinMs: uploadTimeoutMs(1) },
  ),

  forward(
    photosRoutes.cropAgain,
    ask.photos.cropAgain,
    ({ params: { photoId }, body: { crop }, userId }) => ({ userId, photoId, crop }),
    ({ photo }) => ({ photo: photoView(photo) }),
    { timeoutMinMs: uploadTimeoutMs(1), patienceMinMs: uploadPatienceMs(1) },
  ),

  compose(photosRoutes.getTest, async (call, { params, userId }) => {
    const { testId } = params;
    const { photoIds } = await call(ask.assessments.getStartedPhotos, { userId, photoAssessmentId: testId });
    const photos = await photosById(call, photoIds);
    return { data: [{ testId, photos: [...photos.values()] }] };
  }),

  compose(assessmentsRoutes.getRatings, async (call, { params: { photoId }, query, userId }) => {
    const { currentRatings, pastRatings, ...others } = await call(ask.assessments.getRatings, {
      userId,
      photoId,
      ...query,
    });
    const withPath = await pathsOf(call, [photoId]);
    return { ...others, currentRatings: currentRatings.map(withPath), pastRatings: pastRatings.map(withPath) };
  }),

  compose(assessmentsRoutes.getRatingGroups, async (call, { query, userId }) => {
    const { ratingGroups, nextCursor } = await call(ask.assessments.getRatingGroups, { userId, ...query });
    const photoIds = new Set(ratingGroups.flatMap(({ ratings }) => ratings.map(({ photoId }) => photoId)));
    const withPath = await pathsOf(call, [...photoIds]);
    const groups = ratingGroups.map(({ ratedAt, ratings }) => ({ ratedAt, ratings: ratings.map(withPath) }));
    return { ratingGroups: groups, nextCursor };
  }),

  compose(assessmentSettingsRoutes.reactivate, async (call, { params, userId, body }) => {
    const { photos, remainingTokens } = await start(call, { userId, photoIds: [params.photoId], settings: body });
    return { photo: photos[0]!, remainingTokens };
  }),

  compose(assessmentSettingsRoutes.startAssessments, (call, { userId, body: { photoIds, ...settings } }) =>
    start(call, { userId, photoIds, settings }),
  ),

  compose(assessmentSettingsRoutes.updateAssessment, async (call, { userId, body }) => {
    const { photoId } = body;
    const before = await expectedPhotos(call, [photoId]);
    const { remainingTokens, testLimit } = await call(ask.assessments.adjustAssessment, { userId, ...body });
    // The photo comes from a read model, which may not show the change yet.
    const photo = (await orLastKnown(photosById(call, [photoId]), before)).get(photoId);
    if (!photo) throw plainRefusal('NOT_FOUND');
    return { photo: withLimit(photo, testLimit ?? photo.testLimit), remainingTokens };
  }),

  forward(
    evaluationGroupsRoutes.changeGroup,
    ask.profiles.changeProfileAssessment,
    ({ params, userId, body: { evaluatorsCount, photoIds, commentsSelected } }) => ({
      userId,
      profileAssessmentId: params.groupId,
      assessorsCount: evaluatorsCount,
      photoIds,
      commentsSelected,
    }),
    ({ remainingTokens: newTokenCount }, { params: { groupId }, body }) => ({
      message: 'Your profile assessment has been updated.',
      estimatedTime: body.evaluatorsCount * PRODUCT.minutesPerProfileAssessor,
      groupId,
      newTokenCount,
    }),
  ),

  forward(
    evaluationGroupsRoutes.endGroup,
    ask.profiles.endProfileAssessment,
    ({ params, userId }) => ({ userId, profileAssessmentId: params.groupId }),
    ({ refundedTokens, remainingTokens: newTokenCount }) => ({ refundedTokens, newTokenCount }),
  ),

  compose(evaluationGroupsRoutes.listOwnGroups, async (call, { query, userId }) => {
    const { profileAssessments } = await call(ask.profiles.listOwnProfileAssessments, { userId });
    const profiles = profileAssessments.map(({ photoIds }) => photoIds);
    const [photos, { areCurrent }] = await Promise.all([
      photosById(call, [...new Set(profiles.flat())]),
      call(ask.photos.matchPlanner, { userId, profiles }),
    ]);
    const shown = profileAssessments.map(({ photoIds, userId: _owner, ...group }, index) => ({
      ...inGroup(group),
      photos: pick(photos, photoIds),
      generalCommentsSelected: group.commentsSelected,
      isCurrentProfile: areCurrent[index]!,
    }));
    return { groups: shown.filter((group) => group.isCurrentProfile || query.currentProfile !== 'true') };
  }),
];

type StartRequest = z.output<typeof ask.assessments.startForPhotos.request>;

async function start(call: ServiceCall, request: StartRequest) {
  const { photoIds, settings } = request;
  const before = await expectedPhotos(call, photoIds);
  const started = await call(ask.assessments.startForPhotos, request);
  const { photoAssessmentId: testId, remainingTokens } = started;
  const { testLimit } = settings;
  const asked = { section: 'testing' as const, testId, testLimit, testTimesRated: 0, limitReached: false };
  const lastKnown = new Map([...before].map(([photoId, photo]) => [photoId, { ...photo, ...asked }]));
  const found = await orLastKnown(photosById(call, photoIds), lastKnown);
  // The read model of photos may not show the assessment's start yet, for example while its database restarts.
  const isShown = (photo: Photo) => photo.section === asked.section;
  const shown = [...found].filter(([, photo]) => isShown(photo));
  return { testId, photos: pick(new Map([...lastKnown, ...shown]), photoIds), remainingTokens };
}

/** A photo that was just uploaded may not be in the read model yet. */
async function expectedPhotos(call: ServiceCall, photoIds: PhotoId[]): Promise<Map<PhotoId, Photo>> {
  const found = await photosById(call, photoIds);
  if (found.size === photoIds.length) return found;
  await call(catchUpRpc('photos'), { sources: [], waitMs: 2_000 });
  return photosById(call, photoIds);
}

const withLimit = (photo: Photo, testLimit: number): Photo => ({
  ...photo,
  testLimit,
  limitReached: testLimit > 0 && photo.testTimesRated >= testLimit,
});

async function pathsOf(call: ServiceCall, photoIds: PhotoId[]) {
  const paths = new Map((await storedPhotos(call, photoIds)).map(({ photoId, path }) => [photoId, path]));
  /** The field `groupId` of the HTTP contract names the rating's photo assessment. */
  return ({ photoAssessmentId: groupId, ...rating }: ReceivedRating) => ({
    ...rating,
    groupId,
    path: paths.get(rating.photoId) ?? '',
  });
}
