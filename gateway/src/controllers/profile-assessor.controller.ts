import { type PhotoId, evaluationGroupsRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { pick, profileView, withoutPicture } from '../photos/group-view.js';
import { benchmarkView, photosById } from '../photos/photo-view.js';
import { ask, Services } from '../services/services.js';

const REWARD_WAIT_MS = 1_500;

/** Profiles as assessors see them. */
@Controller()
export class ProfileAssessorController {
  constructor(@Inject(Services) private readonly services: Services) {}

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
    const { group, benchmarkPhotoIds, slotExpiresAt } = opened;
    const photos = await photosById(this.services, [...group.photoIds, ...benchmarkPhotoIds], context);
    const isOwn = group.userId === userId;
    return {
      success: true,
      group: {
        groupId: group.groupId,
        userId: group.userId,
        photos: pick(photos, group.photoIds).map((photo) => (isOwn ? photo : profileView(photo))),
        benchmarkPhotos: pick(photos, benchmarkPhotoIds).map(benchmarkView),
        commentsSelected: group.commentsSelected,
        generalCommentsSelected: group.commentsSelected,
        commentsRequired: group.commentsRequired,
        ...(slotExpiresAt === null ? {} : { slotExpiresAt }),
      },
    };
  }

  @HttpRoute(routes.submitGeneralRating)
  async submit(@Input() { userId, body, context }: RouteInput<typeof routes.submitGeneralRating>) {
    const { groupId, userId: ownerId, comments } = body;
    const request = { raterId: userId, ownerId, groupId, comments };
    const { submissionId, tokensEarned } = await this.services.call(ask.groups.submitGeneralRating, request, context);
    const waitMs = tokensEarned > 0 ? REWARD_WAIT_MS : 0;
    const reward = { userId, submissionId, waitMs };
    const balance = await this.services.call(ask.tokens.getBalanceAfterReward, reward, context);
    return { success: true, tokensEarned, tokenCount: balance.available };
  }
}
