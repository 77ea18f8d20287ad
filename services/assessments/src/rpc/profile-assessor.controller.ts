import { evaluationGroupsRpc, type RequestContext } from '@candid/contracts';
import { commandContext, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { CLOCK, type Clock } from '../clock.js';
import { RecentSubmissions } from '../linked-accounts/recent-submissions.js';
import { OwnWrites } from '../own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.rows.js';
import { Participants } from '../participants/participants.rows.js';
import { groupUnknown } from '../profile-assessment/domain/errors.js';
import { GroupsQuery } from '../profile-assessment/groups.query.js';
import { OpenGroupsQuery } from '../profile-assessment/open-groups.query.js';
import { SubmitGeneralRating } from '../profile-assessment/submit-general-rating.js';
import { type Opening, OpenPerson } from '../slots/open-person.js';
import { requireCaller } from './caller.js';

const { listOpenGroups, openGroup, submitGeneralRating } = evaluationGroupsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

/** Profiles as assessors see them; who opens a group may also be its owner. */
@Controller()
export class ProfileAssessorController {
  constructor(
    @Inject(Participants) private readonly participants: Participants,
    @Inject(OpenGroupsQuery) private readonly openGroups: OpenGroupsQuery,
    @Inject(GroupsQuery) private readonly groups: GroupsQuery,
    @Inject(OpenPerson) private readonly openPerson: OpenPerson,
    @Inject(SubmitGeneralRating) private readonly submitting: SubmitGeneralRating,
    @Inject(OwnerPhotos) private readonly ownerPhotos: OwnerPhotos,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
    @Inject(RecentSubmissions) private readonly recent: RecentSubmissions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(listOpenGroups)
  async list({ assessorId }: Request<typeof listOpenGroups>, context: RequestContext): Reply<typeof listOpenGroups> {
    requireCaller(context, assessorId);
    const assessor = await this.participants.requireAssessor(assessorId);
    const isPaused = (await this.participants.pauseOf(assessorId)) !== null;
    return { entries: isPaused ? [] : await this.openGroups.page(assessor, this.clock()) };
  }

  @RpcHandler(openGroup)
  async open({ userId, groupId }: Request<typeof openGroup>, context: RequestContext): Reply<typeof openGroup> {
    requireCaller(context, userId);
    const ownerId = await this.groups.ownerOf(groupId).catch(() => undefined);
    let slot: Opening | null = null;
    if (ownerId !== userId) {
      // Whoever is no assessor learns nothing about which groups there are.
      const assessor = await this.participants.requireActiveAssessor(userId);
      if (ownerId === undefined || !(await this.participants.isShownTo(ownerId, assessor))) throw groupUnknown();
      const subject = { ownerId, testIds: [], groupId };
      const opened = await this.openPerson.run(subject, userId, commandContext(openGroup, context));
      await this.ownWrites.shownToOpener(opened.events);
      slot = opened.opening;
    }
    const group = await this.groups.byId(groupId);
    const benchmarkPhotoIds = await this.ownerPhotos.benchmarksOf(group.userId, group.photoIds);
    return { group, benchmarkPhotoIds, slot } as z.input<typeof openGroup.reply>;
  }

  @RpcHandler(submitGeneralRating)
  async submit(
    request: Request<typeof submitGeneralRating>,
    context: RequestContext,
  ): Reply<typeof submitGeneralRating> {
    requireCaller(context, request.raterId);
    const assessor = await this.participants.requireActiveAssessor(request.raterId);
    const isVisible = await this.participants.isShownTo(request.ownerId, assessor);
    const command = commandContext(submitGeneralRating, context);
    const { answer, events } = await this.submitting.run({ ...request, isVisible }, command);
    await Promise.all([this.ownWrites.shownInGroups(events), this.recent.record(events, context.ip)]);
    return answer as z.input<typeof submitGeneralRating.reply>;
  }
}
