import {
  type AssessmentSettings,
  consumers,
  type Photo,
  type PhotoId,
  PRODUCT,
  type RequestContext,
  assessmentSettingsRoutes as routes,
  type UserId,
} from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { plainRefusal } from '../errors/refusals.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { pick } from '../photos/group-view.js';
import { photosById } from '../photos/photo-view.js';
import { orLastKnown } from '../services/after-the-act.js';
import { tokenCountOf, tokensAfter } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

interface StartRequest {
  userId: UserId;
  photoIds: PhotoId[];
  settings: AssessmentSettings;
}

/** What an owner starts and changes about assessments of photos that are there already. */
@Controller()
export class AssessmentSettingsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.reactivate)
  async reactivate(@Input() { params, userId, body, context }: RouteInput<typeof routes.reactivate>) {
    const { photos, remainingTokens } = await this.start(
      { userId, photoIds: [params.photoId], settings: body },
      context,
    );
    return { success: true, photo: photos[0]!, remainingTokens };
  }

  @HttpRoute(routes.startAssessments)
  async startAssessments(@Input() { userId, body, context }: RouteInput<typeof routes.startAssessments>) {
    const { photoIds, ...settings } = body;
    return { success: true, ...(await this.start({ userId, photoIds, settings }, context)) };
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

  private async start(request: StartRequest, context: RequestContext) {
    const { photoIds, settings } = request;
    const before = await this.photosIfThere(photoIds, context);
    const started = await this.services.call(ask.assessments.startForPhotos, request, context);
    const { testId, remainingTokens, eventIds } = started;
    await Promise.all([
      this.services.settle(consumers.photos['place-on-test-started'], eventIds, context),
      this.services.settle(consumers.identity['flag-on-test-started'], eventIds, context),
    ]);
    const { testLimit } = settings;
    const asked = { section: 'testing' as const, testId, testLimit, testTimesRated: 0, limitReached: false };
    const lastKnown = new Map([...before].map(([photoId, photo]) => [photoId, { ...photo, ...asked }]));
    const found = await orLastKnown(photosById(this.services, photoIds, context), lastKnown);
    return { testId, photos: pick(new Map([...lastKnown, ...found]), photoIds), remainingTokens };
  }

  /** A photo that was just uploaded may not be in the read model yet. */
  private async photosIfThere(photoIds: PhotoId[], context: RequestContext): Promise<Map<PhotoId, Photo>> {
    const found = await photosById(this.services, photoIds, context);
    if (photoIds.every((photoId) => found.has(photoId))) return found;
    await this.services.awaitFacts({ service: 'photos', sources: [] }, context);
    return photosById(this.services, photoIds, context);
  }

  private async photoIfThere(photoId: PhotoId, context: RequestContext): Promise<Photo | undefined> {
    return (await this.photosIfThere([photoId], context)).get(photoId);
  }

  private async photo(photoId: PhotoId, context: RequestContext, lastKnown: Photo | undefined): Promise<Photo> {
    const photo = await orLastKnown(this.photoIfThere(photoId, context), lastKnown);
    if (!photo) throw plainRefusal('NOT_FOUND');
    return photo;
  }
}
