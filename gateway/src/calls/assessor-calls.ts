import {
  type AssessedPhoto,
  assessmentsRoutes,
  type BalanceAfterReward,
  evaluationGroupsRoutes,
  identityRoutes,
  type Photo,
  photosRoutes,
} from '@candid/contracts';
import { ask } from '../kernel/services.js';
import { SlotLinks } from '../photos/media.js';
import {
  askedView,
  benchmarkView,
  joinAssessments,
  listedView,
  photosById,
  pick,
  profileView,
  storedPhotos,
} from '../photos/photo-view.js';
import { compose, forward, inGroup, type TableCall } from './call-table.js';

/** The feed has no pictures: only an assessor with a slot sees them. */
export const assessorCalls = (linkSecret: string): TableCall[] => [
  compose(assessmentsRoutes.listPublicTests, async (call, { query, userId }) => {
    const request = { assessorId: userId, ...(query.cursor ? { after: query.cursor } : {}) };
    const { entries, nextCursor, notice } = await call(ask.assessments.listFeed, request);
    const data = entries.map(({ userId: ownerId, photos }) => ({
      type: 'public',
      userId: ownerId,
      photos: photos.map((photo) => listedView(askedView(photo, ownerId))),
      isProfileEvaluation: false,
    }));
    return { data, nextCursor, notice };
  }),

  compose(photosRoutes.openTest, async (call, { params: { userId: ownerId }, userId }) => {
    const opened = await call(ask.assessments.openPhotos, { assessorId: userId, ownerId });
    const shownIds = opened.photos.map(({ storedPhotoId }) => storedPhotoId);
    const photos = await storedPhotos(call, [...shownIds, ...opened.benchmarkPhotoIds]);
    const stored = new Map(photos.map((photo) => [photo.photoId, photo]));
    const links = new SlotLinks(linkSecret, opened.openingId, new Date());
    const benchmarks = await joinAssessments(
      call,
      opened.benchmarkPhotoIds.flatMap((photoId) => stored.get(photoId) ?? []),
    );
    const entry = {
      userId: ownerId,
      slotExpiresAt: opened.slotExpiresAt,
      slotSecondsLeft: Math.floor(opened.slotMsLeft / 1_000),
      // Keeps the order in which the service has sorted the photos for this assessor.
      photos: opened.photos.flatMap((photo) => {
        const picture = stored.get(photo.storedPhotoId);
        return picture ? [links.pictured(askedView(photo, ownerId), picture)] : [];
      }),
      benchmarkPhotos: benchmarks.map((photo) => links.pictured(benchmarkView(photo), photo)),
    };
    return { data: [entry] };
  }),

  compose(identityRoutes.startAssessorTrial, async (call, { userId }) => {
    const { pairs, ...trial } = await call(ask.identity.startTrial, { userId });
    const storedIds = pairs.flat().map(({ storedPhotoId }) => storedPhotoId);
    const stored = new Map((await storedPhotos(call, storedIds)).map((photo) => [photo.photoId, photo]));
    const links = new SlotLinks(linkSecret, trial.trialId, new Date());
    const pictured = ({ photoId, storedPhotoId }: (typeof pairs)[number][number]) =>
      links.pictured({ _id: photoId }, stored.get(storedPhotoId) ?? NO_PICTURE);
    return { ...trial, pairs: pairs.map((pair) => pair.map(pictured)) };
  }),

  forward(
    assessmentsRoutes.submitRatings,
    ask.assessments.submitRatings,
    ({ userId, body }) => ({ assessorId: userId, ownerId: body.userId, ratings: body.ratings }),
    rewarded,
  ),

  compose(evaluationGroupsRoutes.listOpenGroups, async (call, { userId }) => {
    const { entries } = await call(ask.profiles.listOpenProfiles, { assessorId: userId });
    const photos = await photosById(
      call,
      entries.flatMap((entry) => entry.photoIds),
    );
    const groups = entries.map(({ photoIds, ...entry }) => ({
      type: 'evaluation',
      ...inGroup(entry),
      photos: pick(photos, photoIds).map((photo) => listedView(profileView(photo))),
      isProfileEvaluation: true,
    }));
    return { groups: groups.filter((group) => group.photos.length > 0) };
  }),

  compose(evaluationGroupsRoutes.getGroup, async (call, { params, userId }) => {
    const opened = await call(ask.profiles.openProfile, { userId, profileAssessmentId: params.groupId });
    const { profileAssessment: group, benchmarkPhotoIds, slot } = opened;
    const photos = await photosById(call, [...group.photoIds, ...benchmarkPhotoIds]);
    const links = slot && new SlotLinks(linkSecret, slot.openingId, new Date());
    const seen = (photo: Photo, view: (photo: Photo) => AssessedPhoto) =>
      links ? links.pictured(view(photo), photo) : view(photo);
    return {
      group: {
        groupId: group.profileAssessmentId,
        userId: group.userId,
        photos: pick(photos, group.photoIds).map((photo) => (links ? seen(photo, profileView) : photo)),
        benchmarkPhotos: pick(photos, benchmarkPhotoIds).map((photo) => seen(photo, benchmarkView)),
        commentsSelected: group.commentsSelected,
        generalCommentsSelected: group.commentsSelected,
        commentsRequired: group.commentsRequired,
        ...(slot && { slotExpiresAt: slot.expiresAt, slotSecondsLeft: Math.floor(slot.msLeft / 1_000) }),
      },
    };
  }),

  forward(
    evaluationGroupsRoutes.submitGeneralRating,
    ask.profiles.submitProfileRating,
    ({ userId, body: { groupId, userId: ownerId, comments } }) => ({
      assessorId: userId,
      ownerId,
      profileAssessmentId: groupId,
      comments,
    }),
    rewarded,
  ),
];

/** A photo whose deletion the assessments service does not know yet. It draws the pairs again once it does. */
const NO_PICTURE = { renditions: [], preview: '' };

type Rewarded = BalanceAfterReward & { tokensEarned: number; isRewarded: boolean };

const rewarded = ({ tokensEarned, isRewarded, availableTokens: tokenCount, payableTokens }: Rewarded) => ({
  tokensEarned,
  isRewarded,
  tokenCount,
  payableTokens,
});
