import {
  type ErrorCode,
  type Photo,
  type PhotoId,
  PRODUCT,
  type RequestContext,
  assessmentSettingsRoutes as routes,
  type UserId,
} from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { RefusalError } from '../errors/refusal.js';
import { PLAIN_TEXTS } from '../errors/status-of-code.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { photosById } from '../photos/photo-view.js';
import { orLastKnown } from '../services/after-the-act.js';
import { tokenCountOf, tokensAfter } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

/** What an owner starts and changes about assessments of photos that are there already. */
@Controller()
export class AssessmentSettingsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.reactivate)
  async reactivate(@Input() { params, userId, body, context }: RouteInput<typeof routes.reactivate>) {
    const request = { userId, photoId: params.photoId, settings: body };
    const before = await this.photoIfThere(params.photoId, context);
    const { remainingTokens, eventIds } = await this.services.onceTakenIn(
      () => this.services.call(ask.assessments.startForPhoto, request, context),
      (code) => this.assessmentsAreBehind(code, request, context),
    );
    await this.services.settle('photos', 'place-on-test-started', eventIds, context);
    const started = before && {
      ...before,
      section: 'testing' as const,
      testLimit: body.testLimit,
      testTimesRated: 0,
      limitReached: false,
    };
    return { success: true, photo: await this.photo(params.photoId, context, started), remainingTokens };
  }

  @HttpRoute(routes.updateAssessment)
  async updateAssessment(@Input() { userId, body, context }: RouteInput<typeof routes.updateAssessment>) {
    const { photoId, difference } = body;
    const [before, tokensBefore] = await Promise.all([
      this.photoIfThere(photoId, context),
      tokenCountOf(this.services, userId, context),
    ]);
    const request = { userId, ...body };
    const { refundId, refundTokens } = await this.services.call(ask.assessments.adjustAssessment, request, context);
    const adjusted = before && { ...before, testLimit: before.testLimit + difference };
    const tokensLeft = tokensBefore + refundTokens - Math.max(0, difference) * PRODUCT.pricePerAssessorTokens;
    const [photo, remainingTokens] = await Promise.all([
      this.photo(photoId, context, adjusted),
      orLastKnown(tokensAfter(this.services, { userId, refundId }, context), tokensLeft),
    ]);
    return { success: true, photo, remainingTokens };
  }

  @HttpRoute(routes.updatePlaceholder)
  async updatePlaceholder(@Input() { userId, body, context }: RouteInput<typeof routes.updatePlaceholder>) {
    await this.services.call(ask.photos.setPlaceholder, { userId, ...body }, context);
    return { success: true };
  }

  /** A photo under assessment that goes back into the planner counts as standing there. */
  @HttpRoute(routes.emptyProfileEndTesting)
  async emptyProfileEndTesting(@Input() { userId, context }: RouteInput<typeof routes.emptyProfileEndTesting>) {
    const list = (section: 'profile' | 'testing') =>
      this.services.call(ask.photos.listPhotos, { userId, section }, context);
    const [planner, testing] = await Promise.all([list('profile'), list('testing')]);
    const returning = testing.photos.filter((photo) => photo.placeholder === 'profile');
    if (planner.photos.length + returning.length > 0) {
      throw new RefusalError('CONFLICT', 'There are photos in your Profile Planner.');
    }
    const ended = await this.services.call(ask.assessments.endAllAssessments, { userId }, context);
    await this.services.settle('photos', 'return-on-assessment-ended', ended.eventIds, context);
    return { success: true, refundTokens: ended.refundTokens };
  }

  private async assessmentsAreBehind(
    code: ErrorCode,
    { userId, photoId }: { userId: UserId; photoId: PhotoId },
    context: RequestContext,
  ): Promise<boolean> {
    if (code === 'ONBOARDING_INCOMPLETE') {
      return (await this.services.call(ask.identity.getUser, { userId }, context)).hasMadeFirstProfile;
    }
    if (code !== 'NOT_FOUND') return false;
    const { photos } = await this.services.call(ask.photos.getPhotos, { photoIds: [photoId] }, context);
    return photos.some((photo) => photo.userId === userId);
  }

  private async photoIfThere(photoId: PhotoId, context: RequestContext): Promise<Photo | undefined> {
    return (await photosById(this.services, [photoId], context)).get(photoId);
  }

  private async photo(photoId: PhotoId, context: RequestContext, lastKnown: Photo | undefined): Promise<Photo> {
    const photo = await orLastKnown(this.photoIfThere(photoId, context), lastKnown);
    if (!photo) throw new RefusalError('NOT_FOUND', PLAIN_TEXTS.NOT_FOUND);
    return photo;
  }
}
