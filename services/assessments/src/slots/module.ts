import { assessmentsRpc, profileAssessmentsRpc, type RequestContext } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { RecentSubmissions } from '../linked-accounts/submission-habits.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { Participants } from '../participants/participants.rows.js';
import { SubmitRatings } from '../photo-assessment/submit-ratings.js';
import { profileUnknown } from '../profile-assessment/errors.js';
import { OpenProfilesQuery } from '../profile-assessment/open-profiles.query.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { SubmitProfileRating } from '../profile-assessment/submit-profile-rating.js';
import { OpenPeopleQuery } from './open-people.query.js';
import { type Opening, OpenPerson } from './open-person.js';
import { OpenPhotos } from './open-photos.js';
import { SubmittedAssessments } from './submitted-assessments.js';

const { openPhotos, getOpenPerson, getOpenPicture, submitRatings } = assessmentsRpc;

/** Calls of assessors about photos. Each one checks the recorded approval first. */
@Controller()
class AssessorMessages {
  constructor(
    private readonly participants: Participants,
    private readonly opening: OpenPhotos,
    private readonly openPeople: OpenPeopleQuery,
    private readonly submittedAssessments: SubmittedAssessments,
    private readonly submitting: SubmitRatings,
    private readonly balances: Balances,
    private readonly ownWrites: OwnWrites,
    private readonly recent: RecentSubmissions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(openPhotos)
  async open({ assessorId, ownerId }: Sent<typeof openPhotos>, context: RequestContext) {
    const assessor = await this.participants.requireActiveAssessor(assessorId);
    const command = commandContext(openPhotos, context);
    const { opening, ...shown } = await this.opening.run(ownerId, assessor, this.clock(), command);
    const { openingId, expiresAt: slotExpiresAt, msLeft: slotMsLeft } = opening;
    return { openingId, slotExpiresAt, slotMsLeft, ...shown } as Reply<typeof openPhotos>;
  }

  @RpcHandler(getOpenPerson)
  async openPerson({ assessorId, ownerId }: Sent<typeof getOpenPerson>) {
    await this.participants.requireAssessor(assessorId);
    return this.openPeople.person(assessorId, ownerId, this.clock()) as Promise<Reply<typeof getOpenPerson>>;
  }

  /** Needs no login: the link is the permission, because only its assessor knows the id of the opening. */
  @RpcHandler(getOpenPicture)
  async openPicture({ openingId, photoId }: Sent<typeof getOpenPicture>) {
    return this.openPeople.picture(openingId, photoId, this.clock()) as Promise<Reply<typeof getOpenPicture>>;
  }

  @RpcHandler(submitRatings)
  async submit(request: Sent<typeof submitRatings>, context: RequestContext) {
    const { assessorId, ownerId } = request;
    const assessor = await this.participants.requireActiveAssessor(assessorId);
    const [photoAssessments, sight, tokensBefore] = await Promise.all([
      this.submittedAssessments.of(assessorId, ownerId, request.ratings.map(withoutUndefined)),
      this.participants.sightOf(ownerId, assessor),
      this.balances.before(assessorId, context),
    ]);
    const submission = { ownerId, assessorId, photoAssessments, ...sight };
    const { answer, events } = await this.submitting.run(submission, commandContext(submitRatings, context));
    const { submissionId, rewardIds, tokensEarned } = answer;
    const submissionIds = rewardIds.length > 0 ? rewardIds : [submissionId];
    const reward = { userId: assessorId, submissionIds, tokensEarned, tokensBefore };
    const [balance] = await Promise.all([
      this.balances.afterReward(reward, context),
      this.ownWrites.shownToAssessorAndOwner(events),
      this.recent.record(events, context.ip),
    ]);
    return { ...answer, ...balance } as Reply<typeof submitRatings>;
  }
}

const { listOpenProfiles, openProfile, submitProfileRating } = profileAssessmentsRpc;

/** Calls of assessors about profiles. The owner may also open the own profile assessment. */
@Controller()
class ProfileAssessorMessages {
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

function withoutUndefined({ photoId, rating, comments }: Sent<typeof submitRatings>['ratings'][number]) {
  return { photoId, rating: rating ?? null, comments: comments ?? [] };
}

export const slots = {
  controllers: [AssessorMessages, ProfileAssessorMessages],
  providers: [OpenPerson, OpenPhotos, OpenPeopleQuery, SubmittedAssessments],
};
