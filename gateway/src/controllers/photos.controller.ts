import {
  type ErrorCode,
  type PhotoId,
  type PhotoSection,
  PRODUCT,
  type RequestContext,
  photosRoutes as routes,
  UploadForm,
  type UserId,
} from '@candid/contracts';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parse, refuseForeignIds } from '../auth/route.guard.js';
import { RefusalError } from '../errors/refusal.js';
import { Input, inputOf, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { OBJECT_STORAGE } from '../media/object-storage.token.js';
import { SlowSenderError } from '../photos/arrival.js';
import { joinAssessments, photosById } from '../photos/photo-view.js';
import { discardStaged, stageUpload } from '../photos/staged-upload.js';
import { startsAssessment, uploadAndAssess, uploadIntoSection } from '../photos/upload-photos.js';
import { UploadPlaces } from '../photos/upload-places.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class PhotosController {
  constructor(
    @Inject(Services) private readonly services: Services,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(UploadPlaces) private readonly places: UploadPlaces,
  ) {}

  @HttpRoute(routes.uploadPhotos)
  async uploadPhotos(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const call = request.call;
    if (!call?.caller) throw new Error('the upload has not passed the guards');
    const leave = this.places.enter(call.caller.userId);
    const staged = await stageUpload(request, this.storage)
      .catch((error: unknown) => {
        if (error instanceof SlowSenderError) reply.header('connection', 'close');
        throw error;
      })
      .finally(leave);
    try {
      refuseForeignIds(call.route, call.caller, { ...request, body: staged.fields });
      call.fingerprint = staged.fingerprint;
      const form = parse(UploadForm, staged.fields, 'body') as z.output<typeof UploadForm>;
      const { userId, context } = inputOf<typeof routes.uploadPhotos>(request);
      const upload = { userId, form, files: staged.files, context };
      const photos = startsAssessment(form)
        ? await uploadAndAssess(this.services, upload)
        : await uploadIntoSection(this.services, upload);
      return { success: true, photos };
    } finally {
      await discardStaged(staged, this.storage);
    }
  }

  @HttpRoute(routes.listPhotos)
  async listPhotos(@Input() { params, query, userId, context }: RouteInput<typeof routes.listPhotos>) {
    const request = { userId, section: params.section, ...query };
    const stored = await this.services.call(ask.photos.listPhotos, request, context);
    const photos = await joinAssessments(this.services, stored.photos, context);
    return { success: true, photos, data: { photos }, nextCursor: stored.nextCursor };
  }

  @HttpRoute(routes.getTest)
  async getTest(@Input() { params, userId, context }: RouteInput<typeof routes.getTest>) {
    const { testId, photoIds } = await this.services.call(
      ask.assessments.getTest,
      { userId, testId: params.testId },
      context,
    );
    const photos = await photosById(this.services, photoIds, context);
    return { success: true, data: [{ testId, photos: [...photos.values()] }] };
  }

  @HttpRoute(routes.setProfile)
  async setProfile(@Input() { params, userId, context }: RouteInput<typeof routes.setProfile>) {
    const request = { userId, photoId: params.photoId };
    const { wasFirstProfileSet, eventIds } = await this.services.onceTakenIn(
      () => this.services.call(ask.photos.setProfile, request, context),
      (code) => this.photosAreBehind(code, request, context),
    );
    // A photo that may move is no longer rated: what is unfinished of its assessment ends with a refund.
    const ended = await this.services.call(ask.assessments.endAssessment, request, context);
    await Promise.all([
      this.services.settle('photos', 'return-on-assessment-ended', ended.eventIds, context),
      this.services.settle('identity', 'flag-on-photo-placed-in-profile', wasFirstProfileSet ? eventIds : [], context),
      this.services.settle('assessments', 'flag-on-photo-placed-in-profile', eventIds, context),
    ]);
    return { success: true, wasFirstProfileSet };
  }

  @HttpRoute(routes.returnPhoto)
  async returnPhoto(@Input() { params, userId, context }: RouteInput<typeof routes.returnPhoto>) {
    const { refundTokens } = await this.services.call(
      ask.assessments.calculateRefund,
      { userId, photoId: params.photoId },
      context,
    );
    if (refundTokens > 0) {
      throw new RefusalError('CONFLICT', 'This photo is still being assessed. End the assessment first.');
    }
    const request = { userId, photoId: params.photoId, toPlaceholder: true };
    const { photo, eventIds } = await this.services.call(ask.photos.returnPhoto, request, context);
    await this.settleReturn(photo.section, eventIds, context);
    return { success: true, section: photo.section };
  }

  /** The assessment ends first, so that a photo never leaves the pool while it can still be rated. */
  @HttpRoute(routes.deactivate)
  async deactivate(@Input() { params, userId, context }: RouteInput<typeof routes.deactivate>) {
    const ended = await this.endAssessment(params.photoId, userId, context);
    const { eventIds } = await this.services.call(
      ask.photos.returnPhoto,
      { userId, photoId: params.photoId, toPlaceholder: false },
      context,
    );
    await this.settleReturn('bank', eventIds, context);
    return { success: true, refundTokens: ended.refundTokens, resetOccurred: ended.resetOccurred };
  }

  @HttpRoute(routes.deletePhoto)
  async deletePhoto(@Input() { params, userId, context }: RouteInput<typeof routes.deletePhoto>) {
    const ended = await this.endAssessment(params.photoId, userId, context, true);
    const request = { userId, photoId: params.photoId };
    const { eventIds } = await this.services.call(ask.photos.deletePhoto, request, context);
    await this.services.settle('assessments', 'forget-on-photo-deleted', eventIds, context);
    return { success: true, resetOccurred: ended.resetOccurred, refundTokens: ended.refundTokens };
  }

  private async photosAreBehind(
    code: ErrorCode,
    { userId, photoId }: { userId: UserId; photoId: PhotoId },
    context: RequestContext,
  ): Promise<boolean> {
    if (code === 'ONBOARDING_INCOMPLETE') {
      return (await this.services.call(ask.identity.getUser, { userId }, context)).hasFirstTested;
    }
    if (code !== 'NOT_ENOUGH_RATINGS') return false;
    const request = { photoIds: [photoId] };
    const { assessments } = await this.services.call(ask.assessments.getPhotoAssessments, request, context);
    return assessments.some(({ timesRated }) => timesRated >= PRODUCT.plannerRatingsMin);
  }

  /** What may be asked of assessors depends on where photos stand. */
  private settleReturn(section: PhotoSection, eventIds: string[], context: RequestContext): Promise<void> {
    const subscriber = section === 'profile' ? 'flag-on-photo-placed-in-profile' : 'return-on-photo-returned-to-bank';
    return this.services.settle('assessments', subscriber, eventIds, context);
  }

  private async endAssessment(photoId: PhotoId, userId: UserId, context: RequestContext, removing = false) {
    const request = { userId, photoId, removing, leavesPlanner: true };
    const ended = await this.services.call(ask.assessments.endAssessment, request, context);
    await Promise.all([
      this.services.settle('photos', 'return-on-assessment-ended', ended.eventIds, context),
      this.services.settle('identity', 'reset-on-first-assessment-reset', ended.resetEventIds, context),
    ]);
    return ended;
  }
}
