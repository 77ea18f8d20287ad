import { type PhotoId, photosRoutes, type RequestContext, assessmentsRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { askedView, benchmarkView, joinAssessments } from '../photos/photo-view.js';
import { SlotLinks } from '../photos/slot-links.js';
import { tokenCountOf, tokensAfterReward } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class AssessmentsController {
  constructor(
    @Inject(Services) private readonly services: Services,
    @Inject(GATEWAY_CONFIG) private readonly config: Pick<GatewayConfig, 'MEDIA_SIGNING_SECRET'>,
  ) {}

  /** A queue of people, without pictures: those are shown to whoever holds a place on the photos, once they are opened. */
  @HttpRoute(routes.listPublicTests)
  async listPublicTests(@Input() { query, userId, context }: RouteInput<typeof routes.listPublicTests>) {
    const request = { assessorId: userId, ...(query.cursor ? { after: query.cursor } : {}) };
    const { entries, nextCursor, notice } = await this.services.call(ask.assessments.listFeed, request, context);
    const data = entries.map(({ userId: ownerId, photos }) => ({
      type: 'public' as const,
      userId: ownerId,
      photos: photos.map((photo) => askedView(photo, ownerId)),
      isProfileEvaluation: false as const,
    }));
    return { success: true, data, nextCursor, notice };
  }

  @HttpRoute(photosRoutes.openTest)
  async openTest(@Input() { params, userId, context }: RouteInput<typeof photosRoutes.openTest>) {
    const request = { assessorId: userId, ownerId: params.userId };
    const opened = await this.services.call(ask.assessments.openTest, request, context);
    const storedIds = opened.photos.map(({ storedPhotoId }) => storedPhotoId);
    const photoIds = [...storedIds, ...opened.benchmarkPhotoIds];
    const { photos } = await this.services.call(ask.photos.getPhotos, { photoIds }, context);
    const stored = new Map(photos.map((photo) => [photo.photoId, photo]));
    const links = new SlotLinks(this.config.MEDIA_SIGNING_SECRET, opened.openingId, new Date());
    const benchmarks = await joinAssessments(
      this.services,
      opened.benchmarkPhotoIds.flatMap((photoId) => stored.get(photoId) ?? []),
      context,
    );
    const entry = {
      userId: params.userId,
      slotExpiresAt: opened.slotExpiresAt,
      slotSecondsLeft: Math.floor(opened.slotMsLeft / 1_000),
      // In the order that the service has put them for this assessor.
      photos: opened.photos.flatMap((photo) => {
        const picture = stored.get(photo.storedPhotoId);
        return picture ? [links.pictured(askedView(photo, params.userId), picture)] : [];
      }),
      benchmarkPhotos: benchmarks.map((photo) => links.pictured(benchmarkView(photo), photo)),
    };
    return { success: true, data: [entry] };
  }

  @HttpRoute(routes.submitRatings)
  async submitRatings(@Input() { userId, body, context }: RouteInput<typeof routes.submitRatings>) {
    const request = { raterId: userId, ownerId: body.userId, ratings: body.ratings };
    const tokensBefore = await tokenCountOf(this.services, userId, context);
    const { submissionId, rewardIds, tokensEarned, isRewarded } = await this.services.call(
      ask.assessments.submitRatings,
      request,
      context,
    );
    const submissionIds = rewardIds.length > 0 ? rewardIds : [submissionId];
    const reward = { userId, submissionIds, tokensEarned, tokensBefore };
    return { success: true, tokensEarned, isRewarded, ...(await tokensAfterReward(this.services, reward, context)) };
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

  private async pathsOf(photoIds: PhotoId[], context: RequestContext): Promise<(photoId: PhotoId) => string> {
    if (photoIds.length === 0) return () => '';
    const { photos } = await this.services.call(ask.photos.getPhotos, { photoIds }, context);
    const paths = new Map(photos.map((photo) => [photo.photoId, photo.path]));
    return (photoId) => paths.get(photoId) ?? '';
  }
}
