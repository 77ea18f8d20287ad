import { profileAssessmentsRpc, type RequestContext } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { RecentSubmissions } from '../linked-accounts/submission-habits.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { Participants } from '../participants/participants.rows.js';
import { EndProfileAssessment } from '../profile-assessment/end-profile-assessment.js';
import { profileUnknown } from '../profile-assessment/errors.js';
import { OpenProfilesQuery } from '../profile-assessment/open-profiles.query.js';
import { ExportedProfilesQuery, ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { ChangeProfileAssessment, RequestProfileAssessment } from '../profile-assessment/request-profile-assessment.js';
import { SubmitProfileRating } from '../profile-assessment/submit-profile-rating.js';
import { type Opening, OpenPerson } from '../slots/open-person.js';

const {
  requestProfileAssessment,
  changeProfileAssessment,
  endProfileAssessment,
  listOwnProfileAssessments,
  getProfileRatings,
  getProfileConfidenceRange,
} = profileAssessmentsRpc;

const { exportProfileAssessments, exportProfileRatings } = profileAssessmentsRpc;

/** Calls with which owners manage assessments of a profile. */
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

const { listOpenProfiles, openProfile, submitProfileRating } = profileAssessmentsRpc;

/** Calls of assessors about profiles. The owner may also open the own profile assessment. */
@Controller()
export class ProfileAssessorController {
  constructor(
    private readonly participants: Participants,
    private readonly openProfiles: OpenProfilesQuery,
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly openPerson: OpenPerson,
    private readonly submitting: SubmitProfileRating,
    private readonly balances: Balances,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
    private readonly recent: RecentSubmissions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(listOpenProfiles)
  async list({ assessorId }: Sent<typeof listOpenProfiles>) {
    const assessor = await this.participants.requireAssessor(assessorId);
    const isPaused = (await this.participants.pauseOf(assessorId)) !== null;
    return { entries: isPaused ? [] : await this.openProfiles.page(assessor, this.clock()) };
  }

  @RpcHandler(openProfile)
  async open({ userId, profileAssessmentId }: Sent<typeof openProfile>, context: RequestContext) {
    const ownerId = await this.profiles.ownerOf(profileAssessmentId).catch(() => undefined);
    let slot: Opening | null = null;
    if (ownerId !== userId) {
      // Checks the approval first, so that only assessors learn which profile assessments exist.
      const assessor = await this.participants.requireActiveAssessor(userId);
      if (ownerId === undefined || !(await this.participants.sightOf(ownerId, assessor)).isVisible)
        throw profileUnknown();
      const subject = { ownerId, photoAssessmentIds: [], profileAssessmentId };
      const opened = await this.openPerson.run(subject, userId, commandContext(openProfile, context));
      await this.ownWrites.shownToOpener(opened.events);
      slot = opened.opening;
    }
    const profileAssessment = await this.profiles.byId(profileAssessmentId);
    const benchmarkPhotoIds = await this.ownerPhotos.benchmarksOf(
      profileAssessment.userId,
      profileAssessment.photoIds,
      userId,
    );
    return { profileAssessment, benchmarkPhotoIds, slot } as Reply<typeof openProfile>;
  }

  @RpcHandler(submitProfileRating)
  async submit(request: Sent<typeof submitProfileRating>, context: RequestContext) {
    const { assessorId: userId, ownerId } = request;
    const assessor = await this.participants.requireActiveAssessor(userId);
    const [sight, tokensBefore] = await Promise.all([
      this.participants.sightOf(ownerId, assessor),
      this.balances.before(userId, context),
    ]);
    const command = commandContext(submitProfileRating, context);
    const { answer, events } = await this.submitting.run({ ...request, ...sight }, command);
    const { submissionId, tokensEarned } = answer;
    const reward = { userId, submissionIds: [submissionId], tokensEarned, tokensBefore };
    const [balance] = await Promise.all([
      this.balances.afterReward(reward, context),
      this.ownWrites.shownInProfiles(events),
      this.recent.record(events, context.ip),
    ]);
    return { ...answer, ...balance } as Reply<typeof submitProfileRating>;
  }
}
