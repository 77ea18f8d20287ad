import { profileAssessmentsRpc, type RequestContext } from '@candid/contracts';
import { commandContext, type Reply, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { Balances } from '../balances.js';
import { OwnWrites } from '../own-writes.js';
import { ChangeProfileAssessment } from '../profile-assessment/change-profile-assessment.js';
import { EndProfileAssessment } from '../profile-assessment/end-profile-assessment.js';
import { ExportedProfilesQuery } from '../profile-assessment/exported-profiles.query.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { RequestProfileAssessment } from '../profile-assessment/request-profile-assessment.js';

const {
  requestProfileAssessment,
  changeProfileAssessment,
  endProfileAssessment,
  listOwnProfileAssessments,
  getProfileRatings,
  getProfileConfidenceRange,
} = profileAssessmentsRpc;
const { exportProfileAssessments, exportProfileRatings } = profileAssessmentsRpc;

/** What an owner does about assessments of a profile. */
@Controller()
export class ProfileOwnerController {
  constructor(
    private readonly requesting: RequestProfileAssessment,
    private readonly changing: ChangeProfileAssessment,
    private readonly ending: EndProfileAssessment,
    private readonly balances: Balances,
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly exported: ExportedProfilesQuery,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(requestProfileAssessment)
  async request(request: Sent<typeof requestProfileAssessment>, context: RequestContext) {
    requireSelf(context, request.userId);
    const { answer, events } = await this.requesting.run(
      request,
      commandContext(requestProfileAssessment, context),
      context,
    );
    await this.ownWrites.shownInProfiles(events);
    return answer as Reply<typeof requestProfileAssessment>;
  }

  @RpcHandler(changeProfileAssessment)
  async change(request: Sent<typeof changeProfileAssessment>, context: RequestContext) {
    const { userId } = request;
    requireSelf(context, userId);
    const tokensBefore = await this.balances.before(userId, context);
    const command = commandContext(changeProfileAssessment, context);
    const { answer, events } = await this.changing.run(request, command, context);
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shownInProfiles(events),
    ]);
    return { remainingTokens };
  }

  @RpcHandler(endProfileAssessment)
  async end(request: Sent<typeof endProfileAssessment>, context: RequestContext) {
    const { userId } = request;
    requireSelf(context, userId);
    const tokensBefore = await this.balances.before(userId, context);
    const { answer, events } = await this.ending.run(request, commandContext(endProfileAssessment, context));
    const { refundedTokens, refundId } = answer;
    const [remainingTokens] = await Promise.all([
      this.balances.afterRefund({ userId, refundId, refundTokens: refundedTokens, tokensBefore }, context),
      this.ownWrites.shownInProfiles(events),
    ]);
    return { refundedTokens, remainingTokens };
  }

  @RpcHandler(listOwnProfileAssessments)
  async list({ userId }: Sent<typeof listOwnProfileAssessments>, context: RequestContext) {
    requireSelf(context, userId);
    return { profileAssessments: await this.profiles.ofOwner(userId) };
  }

  @RpcHandler(getProfileRatings)
  async ratings({ userId, ...page }: Sent<typeof getProfileRatings>, context: RequestContext) {
    requireSelf(context, userId);
    return this.profiles.ratingsOf(userId, page);
  }

  @RpcHandler(exportProfileAssessments)
  async exportProfileAssessments({ userId, ...page }: Sent<typeof exportProfileAssessments>, context: RequestContext) {
    requireSelf(context, userId);
    return this.exported.groupsOf(userId, page);
  }

  @RpcHandler(exportProfileRatings)
  async exportRatings({ userId, side, ...page }: Sent<typeof exportProfileRatings>, context: RequestContext) {
    requireSelf(context, userId);
    return this.exported.ratingsOf(userId, side, page);
  }

  @RpcHandler(getProfileConfidenceRange)
  async range({ userId, profileAssessmentId }: Sent<typeof getProfileConfidenceRange>, context: RequestContext) {
    requireSelf(context, userId);
    return this.profiles.rangeOf(userId, profileAssessmentId);
  }
}
