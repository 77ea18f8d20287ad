import { profileAssessmentsRpc, type RequestContext } from '@candid/contracts';
import { commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { EndProfileAssessment } from './end-profile-assessment.js';
import { OpenProfilesQuery } from './open-profiles.query.js';
import { ExportedProfilesQuery, ProfileAssessmentsQuery } from './profile-assessments.query.js';
import { ChangeProfileAssessment, PlannerPhotos, RequestProfileAssessment } from './request-profile-assessment.js';
import { SubmitProfileRating } from './submit-profile-rating.js';

const {
  requestProfileAssessment,
  changeProfileAssessment,
  endProfileAssessment,
  listOwnProfileAssessments,
  getProfileRatings,
  exportProfileAssessments,
  exportProfileRatings,
  getProfileConfidenceRange,
} = profileAssessmentsRpc;

/** Calls with which owners manage assessments of a profile. */
@Controller()
class ProfileAssessmentMessages {
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
  async list({ userId }: Sent<typeof listOwnProfileAssessments>) {
    return { profileAssessments: await this.profiles.ofOwner(userId) };
  }

  @RpcHandler(getProfileRatings)
  async ratings({ userId, ...page }: Sent<typeof getProfileRatings>) {
    return this.profiles.ratingsOf(userId, page);
  }

  @RpcHandler(exportProfileAssessments)
  async exportProfileAssessments({ userId, ...page }: Sent<typeof exportProfileAssessments>) {
    return this.exported.groupsOf(userId, page);
  }

  @RpcHandler(exportProfileRatings)
  async exportRatings({ userId, side, ...page }: Sent<typeof exportProfileRatings>) {
    return this.exported.ratingsOf(userId, side, page);
  }

  @RpcHandler(getProfileConfidenceRange)
  async range({ userId, profileAssessmentId }: Sent<typeof getProfileConfidenceRange>) {
    return this.profiles.rangeOf(userId, profileAssessmentId);
  }
}

export const profileAssessment = {
  controllers: [ProfileAssessmentMessages],
  providers: [
    RequestProfileAssessment,
    ChangeProfileAssessment,
    EndProfileAssessment,
    SubmitProfileRating,
    PlannerPhotos,
    ProfileAssessmentsQuery,
    ExportedProfilesQuery,
    OpenProfilesQuery,
  ],
};
