import { type PhotoId, photosRoutes, type RequestContext, assessmentsRoutes as routes } from '@candid/contracts';
import { Controller, Header, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { pick, withoutPicture } from '../photos/group-view.js';
import { assessedView, benchmarkView, inTest, photosById, photoView } from '../photos/photo-view.js';
import { ask, Services } from '../services/services.js';

const CATALOGUE_CACHING = 'public, max-age=300, stale-while-revalidate=86400';
const REWARD_WAIT_MS = 1_500;

@Controller()
export class AssessmentsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.fetchComments)
  @Header('cache-control', CATALOGUE_CACHING)
  async fetchComments(@Input() { context }: RouteInput<typeof routes.fetchComments>) {
    return { success: true, ...(await this.services.call(ask.assessments.getCatalogue, {}, context)) };
  }

  @HttpRoute(routes.fetchGeneralComments)
  @Header('cache-control', CATALOGUE_CACHING)
  async fetchGeneralComments(@Input() { context }: RouteInput<typeof routes.fetchGeneralComments>) {
    return { success: true, ...(await this.services.call(ask.assessments.getGeneralCatalogue, {}, context)) };
  }

  /** A queue of people, without pictures: those are shown to whoever holds a place on the test, once it is opened. */
  @HttpRoute(routes.listPublicTests)
  async listPublicTests(@Input() { query, userId, context }: RouteInput<typeof routes.listPublicTests>) {
    const request = { assessorId: userId, ...(query.cursor ? { after: query.cursor } : {}) };
    const { entries, nextCursor, notice } = await this.services.call(ask.assessments.listFeed, request, context);
    const photos = await photosById(this.services, entries.flatMap((entry) => entry.photoIds).slice(0, 200), context);
    const data = entries
      .map((entry) => ({
        type: 'public' as const,
        userId: entry.userId,
        photos: pick(photos, entry.photoIds).map((photo) => withoutPicture(assessedView(inTest(photo, entry)))),
        isProfileEvaluation: false as const,
      }))
      .filter((entry) => entry.photos.length > 0);
    return { success: true, data, nextCursor, notice };
  }

  @HttpRoute(photosRoutes.openTest)
  async openTest(@Input() { params, userId, context }: RouteInput<typeof photosRoutes.openTest>) {
    const request = { assessorId: userId, ownerId: params.userId };
    const opened = await this.services.call(ask.assessments.openTest, request, context);
    const photoIds = opened.assessments.map((assessment) => assessment.photoId);
    const { photos } = await this.services.call(ask.photos.getPhotos, { photoIds }, context);
    const stored = new Map(photos.map((photo) => [photo.photoId, photo]));
    const benchmarks = await photosById(this.services, opened.benchmarkPhotoIds, context);
    const entry = {
      userId: params.userId,
      testId: opened.testId,
      slotExpiresAt: opened.slotExpiresAt,
      // In the order that the service has put them for this assessor.
      photos: opened.assessments.flatMap((assessment) => {
        const photo = stored.get(assessment.photoId);
        return photo
          ? [assessedView(inTest(photoView(photo, assessment), { userId: params.userId, testId: opened.testId }))]
          : [];
      }),
      benchmarkPhotos: pick(benchmarks, opened.benchmarkPhotoIds).map(benchmarkView),
    };
    return { success: true, data: [entry] };
  }

  @HttpRoute(routes.submitRatings)
  async submitRatings(@Input() { userId, body, context }: RouteInput<typeof routes.submitRatings>) {
    const request = { raterId: userId, ownerId: body.userId, ratings: body.ratings };
    const { submissionId, tokensEarned } = await this.services.call(ask.assessments.submitRatings, request, context);
    const balance = await this.services.call(
      ask.tokens.getBalanceAfterReward,
      { userId, submissionId, waitMs: tokensEarned > 0 ? REWARD_WAIT_MS : 0 },
      context,
    );
    return { success: true, tokensEarned, tokenCount: balance.available };
  }

  @HttpRoute(routes.getRatings)
  async getRatings(@Input() { params, query, userId, context }: RouteInput<typeof routes.getRatings>) {
    const request = { userId, photoId: params.photoId, ...query };
    const ratings = await this.services.call(ask.assessments.getRatings, request, context);
    const pathOf = await this.pathsOf([params.photoId], context);
    const withPath = <R extends { photoId: PhotoId }>(rating: R) => ({ ...rating, path: pathOf(rating.photoId) });
    return {
      success: true,
      currentRatings: ratings.currentRatings.map(withPath),
      pastRatings: ratings.pastRatings.map(withPath),
      agreement: ratings.agreement,
      nextCursor: ratings.nextCursor,
    };
  }

  @HttpRoute(routes.getRatingGroups)
  async getRatingGroups(@Input() { query, userId, context }: RouteInput<typeof routes.getRatingGroups>) {
    const request = { userId, ...query };
    const { ratingGroups, nextCursor } = await this.services.call(ask.assessments.getRatingGroups, request, context);
    const photoIds = [...new Set(ratingGroups.flatMap((group) => group.ratings.map((rating) => rating.photoId)))];
    const pathOf = await this.pathsOf(photoIds.slice(0, 200), context);
    const groups = ratingGroups.map((group) => ({
      ratedAt: group.ratedAt,
      ratings: group.ratings.map((rating) => ({ ...rating, path: pathOf(rating.photoId) })),
    }));
    return { success: true, ratingGroups: groups, nextCursor };
  }

  @HttpRoute(routes.getConfidenceRange)
  async getConfidenceRange(@Input() { params, userId, context }: RouteInput<typeof routes.getConfidenceRange>) {
    return {
      success: true,
      ...(await this.services.call(ask.assessments.getConfidenceRange, { userId, photoId: params.photoId }, context)),
    };
  }

  @HttpRoute(routes.comparePhotos)
  async comparePhotos(@Input() { query, userId, context }: RouteInput<typeof routes.comparePhotos>) {
    const request = { userId, photoIds: query.photoIds };
    return { success: true, ...(await this.services.call(ask.assessments.comparePhotos, request, context)) };
  }

  @HttpRoute(routes.getScorePreferences)
  async getScorePreferences(@Input() { userId, context }: RouteInput<typeof routes.getScorePreferences>) {
    return { success: true, ...(await this.services.call(ask.assessments.getScorePreferences, { userId }, context)) };
  }

  @HttpRoute(routes.updateScorePreferences)
  async updateScorePreferences(@Input() { userId, body, context }: RouteInput<typeof routes.updateScorePreferences>) {
    const request = { userId, stopWhenSettled: body.stopWhenSettled };
    return { success: true, ...(await this.services.call(ask.assessments.updateScorePreferences, request, context)) };
  }

  @HttpRoute(routes.calculateRefund)
  async calculateRefund(@Input() { userId, body, context }: RouteInput<typeof routes.calculateRefund>) {
    const request = { userId, ...(body.photoId ? { photoId: body.photoId } : {}) };
    return { success: true, ...(await this.services.call(ask.assessments.calculateRefund, request, context)) };
  }

  private async pathsOf(photoIds: PhotoId[], context: RequestContext): Promise<(photoId: PhotoId) => string> {
    if (photoIds.length === 0) return () => '';
    const { photos } = await this.services.call(ask.photos.getPhotos, { photoIds }, context);
    const paths = new Map(photos.map((photo) => [photo.photoId, photo.path]));
    return (photoId) => paths.get(photoId) ?? '';
  }
}
