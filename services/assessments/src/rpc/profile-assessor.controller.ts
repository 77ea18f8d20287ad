import { profileAssessmentsRpc, type RequestContext } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { Balances } from '../balances.js';
import { RecentSubmissions } from '../linked-accounts/recent-submissions.js';
import { OwnWrites } from '../own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.rows.js';
import { Participants } from '../participants/participants.rows.js';
import { profileUnknown } from '../profile-assessment/domain/errors.js';
import { OpenProfilesQuery } from '../profile-assessment/open-profiles.query.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { SubmitProfileRating } from '../profile-assessment/submit-profile-rating.js';
import { type Opening, OpenPerson } from '../slots/open-person.js';

const { listOpenProfiles, openProfile, submitProfileRating } = profileAssessmentsRpc;

/** Profiles as assessors see them; who opens a profile assessment may also be its owner. */
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
  async list({ assessorId }: Sent<typeof listOpenProfiles>, context: RequestContext) {
    requireSelf(context, assessorId);
    const assessor = await this.participants.requireAssessor(assessorId);
    const isPaused = (await this.participants.pauseOf(assessorId)) !== null;
    return { entries: isPaused ? [] : await this.openProfiles.page(assessor, this.clock()) };
  }

  @RpcHandler(openProfile)
  async open({ userId, profileAssessmentId }: Sent<typeof openProfile>, context: RequestContext) {
    requireSelf(context, userId);
    const ownerId = await this.profiles.ownerOf(profileAssessmentId).catch(() => undefined);
    let slot: Opening | null = null;
    if (ownerId !== userId) {
      // Whoever is no assessor learns nothing about which profile assessments there are.
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
    requireSelf(context, userId);
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
