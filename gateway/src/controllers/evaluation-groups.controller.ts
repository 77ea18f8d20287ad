import {
  type PhotoId,
  PRODUCT,
  type RequestContext,
  evaluationGroupsRoutes as routes,
  type UserId,
} from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { isCurrentProfile, type Planner, pick } from '../photos/group-view.js';
import { photosById } from '../photos/photo-view.js';
import { orLastKnown } from '../services/after-the-act.js';
import { tokenCountOf, tokensAfter } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

/** What an owner does about assessments of a profile, and reads of them. */
@Controller()
export class EvaluationGroupsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.changeGroup)
  async change(@Input() { params, userId, body, context }: RouteInput<typeof routes.changeGroup>) {
    const { groupId } = params;
    const change = { ...body, userId, groupId };
    const tokensBefore = await tokenCountOf(this.services, userId, context);
    const { refundId, remainingTokens } = await this.services.call(ask.groups.changeGroup, change, context);
    const after = () => tokensAfter(this.services, { userId, refundId }, context);
    const newTokenCount = remainingTokens ?? (await orLastKnown(after(), tokensBefore));
    const message = 'Your profile assessment has been updated.';
    const estimatedTime = body.evaluatorsCount * PRODUCT.minutesPerProfileAssessor;
    return { success: true, message, estimatedTime, groupId, newTokenCount };
  }

  @HttpRoute(routes.endGroup)
  async end(@Input() { params, userId, context }: RouteInput<typeof routes.endGroup>) {
    const request = { userId, groupId: params.groupId };
    const tokensBefore = await tokenCountOf(this.services, userId, context);
    const { refundedTokens, refundId } = await this.services.call(ask.groups.endGroup, request, context);
    const after = tokensAfter(this.services, { userId, refundId }, context);
    return { success: true, refundedTokens, newTokenCount: await orLastKnown(after, tokensBefore + refundedTokens) };
  }

  @HttpRoute(routes.listOwnGroups)
  async list(@Input() { query, userId, context }: RouteInput<typeof routes.listOwnGroups>) {
    const [{ groups }, planner] = await Promise.all([
      this.services.call(ask.groups.listOwnGroups, { userId }, context),
      this.plannerOf(userId, context),
    ]);
    const photoIds = [...new Set(groups.flatMap((group) => group.photoIds))];
    const photos = await photosById(this.services, photoIds, context);
    const shown = groups.map(({ photoIds: ofGroup, userId: _owner, ...group }) => ({
      ...group,
      photos: pick(photos, ofGroup),
      generalCommentsSelected: group.commentsSelected,
      isCurrentProfile: isCurrentProfile(ofGroup, planner),
    }));
    const currentOnly = query.currentProfile === 'true';
    return { success: true, groups: currentOnly ? shown.filter((group) => group.isCurrentProfile) : shown };
  }

  private async plannerOf(userId: UserId, context: RequestContext): Promise<Planner> {
    const list = async (section: 'profile' | 'testing') =>
      (await this.services.call(ask.photos.listPhotos, { userId, section }, context)).photos;
    const [standing, testing] = await Promise.all([list('profile'), list('testing')]);
    const ids = (photos: { photoId: PhotoId }[]) => new Set(photos.map(({ photoId }) => photoId));
    return { standing: ids(standing), returning: ids(testing.filter(({ placeholder }) => placeholder === 'profile')) };
  }
}
