import { assessmentsRpc, type Catalogue, type RequestContext } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { generalCatalogue } from '../catalogue/general-catalogue.js';
import { photoCatalogue } from '../catalogue/photo-catalogue.js';
import { PersonFeed } from '../feed/person-feed.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { RecentSubmissions } from '../linked-accounts/submission-habits.js';
import { Participants } from '../participants/participants.rows.js';
import { SubmitRatings } from '../photo-assessment/submit-ratings.js';
import { OpenPeopleQuery } from '../slots/open-people.query.js';
import { OpenPhotos } from '../slots/open-photos.js';
import { SubmittedAssessments } from '../slots/submitted-assessments.js';

const { listFeed, openPhotos, getOpenPerson, getOpenPicture, submitRatings } = assessmentsRpc;

/** Calls of assessors. Each one checks the recorded approval first. */
@Controller()
export class AssessorController {
  constructor(
    private readonly participants: Participants,
    private readonly feed: PersonFeed,
    private readonly opening: OpenPhotos,
    private readonly openPeople: OpenPeopleQuery,
    private readonly submittedAssessments: SubmittedAssessments,
    private readonly submitting: SubmitRatings,
    private readonly balances: Balances,
    private readonly ownWrites: OwnWrites,
    private readonly recent: RecentSubmissions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(listFeed)
  async list({ assessorId, after }: Sent<typeof listFeed>) {
    const assessor = await this.participants.requireAssessor(assessorId);
    const notice = await this.participants.pauseOf(assessorId);
    if (notice !== null) return { entries: [], nextCursor: null, notice };
    const page = await this.feed.page(assessor, this.clock(), after);
    return { ...page, notice: null } as Reply<typeof listFeed>;
  }

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

function withoutUndefined({ photoId, rating, comments }: Sent<typeof submitRatings>['ratings'][number]) {
  return { photoId, rating: rating ?? null, comments: comments ?? [] };
}

@Controller()
export class CatalogueController {
  @RpcHandler(assessmentsRpc.getCatalogue)
  photos(): { data: Catalogue } {
    return { data: photoCatalogue as unknown as Catalogue };
  }

  @RpcHandler(assessmentsRpc.getGeneralCatalogue)
  general(): { data: Catalogue } {
    return { data: generalCatalogue as unknown as Catalogue };
  }
}
