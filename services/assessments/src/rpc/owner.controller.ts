import { consumers, type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import {
  awaitConsumer,
  CLOCK,
  type Clock,
  commandContext,
  type Reply,
  RpcClient,
  RpcHandler,
  type Sent,
} from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { COMPARED } from '../comment-associations/comment-associations.js';
import { CommentAssociationsQuery } from '../comment-associations/comment-associations.query.js';
import { EndAllAssessments } from '../ending/end-all-assessments.js';
import { EndAssessment } from '../ending/end-assessment.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { SeenPhotosQuery } from '../moderation/seen-photos.query.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { Participants } from '../participants/participants.rows.js';
import { AdjustAssessment } from '../photo-assessment/adjust-assessment.js';
import { OutlookQuery } from '../photo-assessment/outlook.query.js';
import { StartedPhotosQuery } from '../photo-assessment/read-model.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { PhotoScoresQuery } from '../results/photo-scores.query.js';
import { ReceivedRatingsQuery } from '../results/received-ratings.query.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { ConfirmStart, StartForPhotos } from '../starting/confirm-start.js';
import { AbandonStart, OpenStart } from '../starting/open-start.js';

const { adjustAssessment, endAssessment, endAllAssessments, calculateRefund, getPhotoScores, getStartedPhotos } = rpc;
const { comparePhotos, getScorePreferences, updateScorePreferences, getAssessmentOutlook } = rpc;
const { getRatings, getRatingGroups, getConfidenceRange, exportRatings, getCommentAssociations } = rpc;

@Controller()
export class OwnerController {
  constructor(
    private readonly ending: EndAssessment,
    private readonly endingAll: EndAllAssessments,
    private readonly adjusting: AdjustAssessment,
    private readonly balances: Balances,
    private readonly scores: PhotoScoresQuery,
    private readonly ratings: ReceivedRatingsQuery,
    private readonly participants: Participants,
    private readonly fairScores: AdjustedScoresQuery,
    private readonly associations: CommentAssociationsQuery,
    private readonly photoAssessments: StartedPhotosQuery,
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
    private readonly outlook: OutlookQuery,
    private readonly seenPhotos: SeenPhotosQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(endAssessment)
  async end(request: Sent<typeof endAssessment>, context: RequestContext) {
    const { userId, photoId, removing: isRemoved = false, leavesPlanner = false } = request;
    const command = commandContext(endAssessment, context);
    const isReportable = isRemoved && (await this.seenPhotos.isReportable(userId, photoId, this.clock()));
    const { answer, events } = await this.ending.run({ userId, photoId, isRemoved, leavesPlanner }, command);
    await this.ownWrites.shown(events);
    return { ...answer, isReportable } as Reply<typeof endAssessment>;
  }

  @RpcHandler(endAllAssessments)
  async endAll({ userId }: Sent<typeof endAllAssessments>, context: RequestContext) {
    const { answer, events } = await this.endingAll.run(userId, commandContext(endAllAssessments, context));
    await this.ownWrites.shown(events);
    return answer as Reply<typeof endAllAssessments>;
  }

  @RpcHandler(adjustAssessment)
  async adjust(request: Sent<typeof adjustAssessment>, context: RequestContext) {
    const { userId } = request;
    const tokensBefore = await this.balances.before(userId, context);
    const { answer, events } = await this.adjusting.run(request, commandContext(adjustAssessment, context), context);
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shown(events),
    ]);
    return { ...answer, remainingTokens };
  }

  @RpcHandler(calculateRefund)
  async refund({ userId, photoId }: Sent<typeof calculateRefund>) {
    if (photoId !== undefined) await this.ownerPhotos.requireOwn(userId, [photoId]);
    const ofPhotos = await this.scores.refundOf(userId, photoId);
    if (photoId !== undefined) return ofPhotos;
    const ofProfile = await this.profiles.refundTokensOf(userId);
    return { refundTokens: ofPhotos.refundTokens + ofProfile, isRunning: ofPhotos.isRunning || ofProfile > 0 };
  }

  /** Asked by the gateway for photos whose place it has been given for the caller; names no person. */
  @RpcHandler(getPhotoScores)
  async byPhotos({ photoIds }: Sent<typeof getPhotoScores>) {
    return { scores: await this.scores.byPhotoIds(photoIds) };
  }

  @RpcHandler(getStartedPhotos)
  async photoAssessment({ userId, photoAssessmentId }: Sent<typeof getStartedPhotos>) {
    const photoIds = await this.photoAssessments.photoIdsOf(userId, photoAssessmentId);
    return { photoAssessmentId, photoIds } as Reply<typeof getStartedPhotos>;
  }

  @RpcHandler(getRatings)
  async received({ userId, photoId, ...page }: Sent<typeof getRatings>) {
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    return this.ratings.ofPhoto(photoId, page);
  }

  @RpcHandler(getRatingGroups)
  async groups({ userId, ...page }: Sent<typeof getRatingGroups>) {
    return this.ratings.groupsOf(userId, page);
  }

  /** Ratings of one's own photos, or one's own ratings. */
  @RpcHandler(exportRatings)
  async exported({ userId, side, ...page }: Sent<typeof exportRatings>) {
    return this.ratings.exported(userId, side, page);
  }

  @RpcHandler(getConfidenceRange)
  async confidence({ userId, photoId }: Sent<typeof getConfidenceRange>) {
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    const [confidence, adjusted] = await Promise.all([
      this.scores.confidenceOf(photoId),
      this.fairScores.ofPhoto(photoId),
    ]);
    return { ...confidence, ...adjusted };
  }

  @RpcHandler(getCommentAssociations)
  async associated({ userId }: Sent<typeof getCommentAssociations>) {
    const { associations, compared, reason, ratings, photos } = await this.associations.ofOwner(userId);
    const minimum = { ratings: COMPARED.ratingsMin, photos: COMPARED.photosMin };
    return { ratings, photos, minimum, compared, statements: associations, reason };
  }

  @RpcHandler(getScorePreferences)
  async scorePreferences({ userId }: Sent<typeof getScorePreferences>) {
    return this.participants.scorePreferencesOf(userId);
  }

  @RpcHandler(updateScorePreferences)
  async chooseScorePreferences({ userId, ...chosen }: Sent<typeof updateScorePreferences>) {
    await this.participants.chooseScorePreferences(userId, chosen);
    return this.participants.scorePreferencesOf(userId);
  }

  @RpcHandler(getAssessmentOutlook)
  async assessmentOutlook({ userId, testLimit }: Sent<typeof getAssessmentOutlook>) {
    return this.outlook.of(userId, testLimit, this.clock());
  }

  @RpcHandler(comparePhotos)
  async compare({ userId, photoIds }: Sent<typeof comparePhotos>) {
    await this.ownerPhotos.requireOwn(userId, photoIds);
    const { compareBy } = await this.participants.scorePreferencesOf(userId);
    const { comparisons, ...compared } = await this.fairScores.compare(photoIds, compareBy);
    return {
      ...compared,
      comparisons: comparisons.map(({ winner = null, ratersToTell = null, ...pair }) => ({
        ...pair,
        winner,
        ratersToTell,
      })),
    } as Reply<typeof comparePhotos>;
  }
}

const { openStart, confirmStart, abandonStart, startForPhotos } = rpc;

@Controller()
export class StartsController {
  constructor(
    private readonly opening: OpenStart,
    private readonly confirming: ConfirmStart,
    private readonly abandoning: AbandonStart,
    private readonly startingForPhotos: StartForPhotos,
    private readonly scores: PhotoScoresQuery,
    private readonly ownWrites: OwnWrites,
    private readonly rpc: RpcClient,
  ) {}

  @RpcHandler(openStart)
  async open(request: Sent<typeof openStart>, context: RequestContext) {
    const { userId, photoCount: photos, settings } = request;
    const command = commandContext(openStart, context);
    const opened = await this.opening.run({ userId, photos, settings }, command, context);
    return opened as unknown as Reply<typeof openStart>;
  }

  @RpcHandler(confirmStart)
  async confirm(request: Sent<typeof confirmStart>, context: RequestContext) {
    const { photoIds, eventIds, events } = await this.confirming.run(request, commandContext(confirmStart, context));
    await this.ownWrites.shown(events);
    return { scores: await this.scores.byPhotoIds(photoIds), eventIds };
  }

  @RpcHandler(abandonStart)
  async abandon(request: Sent<typeof abandonStart>, context: RequestContext) {
    const command = commandContext(abandonStart, context);
    await this.abandoning.run({ ...request, reason: 'owner' }, command, context);
    return {};
  }

  @RpcHandler(startForPhotos)
  async startForPhotos(request: Sent<typeof startForPhotos>, context: RequestContext) {
    const command = commandContext(startForPhotos, context);
    const { events, eventIds, ...answer } = await this.startingForPhotos.run(request, command, context);
    await Promise.all([
      this.ownWrites.shown(events),
      awaitConsumer(this.rpc, consumers.photos['place-on-photo-assessment-started'], eventIds, context),
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-assessment-started'], eventIds, context),
    ]);
    return answer as Reply<typeof startForPhotos>;
  }
}
