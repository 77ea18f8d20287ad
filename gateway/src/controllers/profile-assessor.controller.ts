import { type AssessedPhoto, type Photo, type PhotoId, evaluationGroupsRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { pick, profileView, withoutPicture } from '../photos/group-view.js';
import { benchmarkView, photosById } from '../photos/photo-view.js';
import { SlotLinks } from '../photos/slot-links.js';
import { tokenCountOf, tokensAfterReward } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

/** Profiles as assessors see them. */
@Controller()
export class ProfileAssessorController {
  constructor(
    @Inject(Services) private readonly services: Services,
    @Inject(GATEWAY_CONFIG) private readonly config: Pick<GatewayConfig, 'MEDIA_SIGNING_SECRET'>,
  ) {}

  /** A queue of people, without pictures: those are shown to whoever holds a place on the profile, once it is opened. */
  @HttpRoute(routes.listOpenGroups)
  async list(@Input() { userId, context }: RouteInput<typeof routes.listOpenGroups>) {
    const { entries } = await this.services.call(ask.groups.listOpenGroups, { assessorId: userId }, context);
    const photoIds: PhotoId[] = entries.flatMap((entry) => entry.photoIds);
    const photos = await photosById(this.services, photoIds, context);
    const groups = entries.map(({ photoIds: ofGroup, ...entry }) => ({
      type: 'evaluation' as const,
      ...entry,
      photos: pick(photos, ofGroup).map((photo) => withoutPicture(profileView(photo))),
      isProfileEvaluation: true as const,
    }));
    return { success: true, groups: groups.filter((group) => group.photos.length > 0) };
  }

  @HttpRoute(routes.getGroup)
  async open(@Input() { params, userId, context }: RouteInput<typeof routes.getGroup>) {
    const opened = await this.services.call(ask.groups.openGroup, { userId, groupId: params.groupId }, context);
    const { group, benchmarkPhotoIds, slot } = opened;
    const photos = await photosById(this.services, [...group.photoIds, ...benchmarkPhotoIds], context);
    const links = slot && new SlotLinks(this.config.MEDIA_SIGNING_SECRET, slot.openingId, new Date());
    const seen = (photo: Photo, view: (photo: Photo) => AssessedPhoto) =>
      links ? links.pictured(view(photo), photo) : view(photo);
    return {
      success: true,
      group: {
        groupId: group.groupId,
        userId: group.userId,
        photos: pick(photos, group.photoIds).map((photo) => (links ? seen(photo, profileView) : photo)),
        benchmarkPhotos: pick(photos, benchmarkPhotoIds).map((photo) => seen(photo, benchmarkView)),
        commentsSelected: group.commentsSelected,
        generalCommentsSelected: group.commentsSelected,
        commentsRequired: group.commentsRequired,
        ...(slot && { slotExpiresAt: slot.expiresAt, slotSecondsLeft: Math.floor(slot.msLeft / 1_000) }),
      },
    };
  }

  @HttpRoute(routes.submitGeneralRating)
  async submit(@Input() { userId, body, context }: RouteInput<typeof routes.submitGeneralRating>) {
    const { groupId, userId: ownerId, comments } = body;
    const request = { raterId: userId, ownerId, groupId, comments };
    const tokensBefore = await tokenCountOf(this.services, userId, context);
    const { submissionId, tokensEarned, isRewarded } = await this.services.call(
      ask.groups.submitGeneralRating,
      request,
      context,
    );
    const reward = { userId, submissionIds: [submissionId], tokensEarned, tokensBefore };
    return { success: true, tokensEarned, isRewarded, ...(await tokensAfterReward(this.services, reward, context)) };
  }
}
