import { evaluationGroupsRpc, type RequestContext } from '@candid/contracts';
import { commandContext, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { OwnWrites } from '../own-writes.js';
import { ChangeGroup } from '../profile-assessment/change-group.js';
import { EndGroup } from '../profile-assessment/end-group.js';
import { ExportedGroupsQuery } from '../profile-assessment/exported-groups.query.js';
import { GroupsQuery } from '../profile-assessment/groups.query.js';
import { RequestGroup } from '../profile-assessment/request-group.js';
import { requireCaller } from './caller.js';

const { requestGroup, changeGroup, endGroup, listOwnGroups, getGeneralRatings, getProfileConfidenceRange } =
  evaluationGroupsRpc;
const { exportGroups, exportGeneralRatings } = evaluationGroupsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

/** What an owner does about assessments of a profile. */
@Controller()
export class EvaluationGroupsController {
  constructor(
    @Inject(RequestGroup) private readonly requesting: RequestGroup,
    @Inject(ChangeGroup) private readonly changing: ChangeGroup,
    @Inject(EndGroup) private readonly ending: EndGroup,
    @Inject(GroupsQuery) private readonly groups: GroupsQuery,
    @Inject(ExportedGroupsQuery) private readonly exported: ExportedGroupsQuery,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(requestGroup)
  async request(request: Request<typeof requestGroup>, context: RequestContext): Reply<typeof requestGroup> {
    requireCaller(context, request.userId);
    const { answer, events } = await this.requesting.run(request, commandContext(requestGroup, context), context);
    await this.ownWrites.shownInGroups(events);
    return answer as z.input<typeof requestGroup.reply>;
  }

  @RpcHandler(changeGroup)
  async change(request: Request<typeof changeGroup>, context: RequestContext): Reply<typeof changeGroup> {
    requireCaller(context, request.userId);
    const { answer, events } = await this.changing.run(request, commandContext(changeGroup, context), context);
    await this.ownWrites.shownInGroups(events);
    return answer;
  }

  @RpcHandler(endGroup)
  async end(request: Request<typeof endGroup>, context: RequestContext): Reply<typeof endGroup> {
    requireCaller(context, request.userId);
    const { answer, events } = await this.ending.run(request, commandContext(endGroup, context));
    await this.ownWrites.shownInGroups(events);
    return answer;
  }

  @RpcHandler(listOwnGroups)
  async list({ userId }: Request<typeof listOwnGroups>, context: RequestContext): Reply<typeof listOwnGroups> {
    requireCaller(context, userId);
    return { groups: await this.groups.ofOwner(userId) };
  }

  @RpcHandler(getGeneralRatings)
  async ratings(
    { userId, ...page }: Request<typeof getGeneralRatings>,
    context: RequestContext,
  ): Reply<typeof getGeneralRatings> {
    requireCaller(context, userId);
    return this.groups.ratingsOf(userId, page);
  }

  @RpcHandler(exportGroups)
  async exportGroups(
    { userId, ...page }: Request<typeof exportGroups>,
    context: RequestContext,
  ): Reply<typeof exportGroups> {
    requireCaller(context, userId);
    return this.exported.groupsOf(userId, page);
  }

  @RpcHandler(exportGeneralRatings)
  async exportRatings(
    { userId, side, ...page }: Request<typeof exportGeneralRatings>,
    context: RequestContext,
  ): Reply<typeof exportGeneralRatings> {
    requireCaller(context, userId);
    return this.exported.ratingsOf(userId, side, page);
  }

  @RpcHandler(getProfileConfidenceRange)
  async range(
    { userId, groupId }: Request<typeof getProfileConfidenceRange>,
    context: RequestContext,
  ): Reply<typeof getProfileConfidenceRange> {
    requireCaller(context, userId);
    return this.groups.rangeOf(userId, groupId);
  }
}
