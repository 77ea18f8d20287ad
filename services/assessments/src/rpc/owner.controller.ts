import { assessmentsRpc, type RequestContext } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { Balances } from '../balances.js';
import { CommentAssociationsQuery } from '../comment-associations/comment-associations.query.js';
import { COMPARED } from '../comment-associations/domain/compared-comments.js';
import { SeenPhotosQuery } from '../moderation/seen-photos.query.js';
import { OwnWrites } from '../own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.rows.js';
import { Participants } from '../participants/participants.rows.js';
import { AdjustAssessment } from '../photo-assessment/adjust-assessment.js';
import { EndAllAssessments } from '../photo-assessment/end-all-assessments.js';
import { EndAssessment } from '../photo-assessment/end-assessment.js';
import { OutlookQuery } from '../photo-assessment/outlook.query.js';
import { StartedPhotosQuery } from '../photo-assessment/started-photos.query.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { PhotoScoresQuery } from '../results/photo-scores.query.js';
import { ReceivedRatingsQuery } from '../results/received-ratings.query.js';
import { FairScoresQuery } from '../scoring/fair-scores.query.js';

const { adjustAssessment, endAssessment, endAllAssessments, calculateRefund, getPhotoScores, getStartedPhotos } =
  assessmentsRpc;
const { comparePhotos, getScorePreferences, updateScorePreferences, getAssessmentOutlook } = assessmentsRpc;
const { getRatings, getRatingGroups, getConfidenceRange, exportRatings, getCommentAssociations } = assessmentsRpc;

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
    private readonly fairScores: FairScoresQuery,
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
    requireSelf(context, userId);
    const command = commandContext(endAssessment, context);
    const isReportable = isRemoved && (await this.seenPhotos.isReportable(userId, photoId, this.clock()));
    const { answer, events } = await this.ending.run({ userId, photoId, isRemoved, leavesPlanner }, command);
    await this.ownWrites.shown(events);
    return { ...answer, isReportable } as Reply<typeof endAssessment>;
  }

  @RpcHandler(endAllAssessments)
  async endAll({ userId }: Sent<typeof endAllAssessments>, context: RequestContext) {
    requireSelf(context, userId);
    const { answer, events } = await this.endingAll.run(userId, commandContext(endAllAssessments, context));
    await this.ownWrites.shown(events);
    return answer as Reply<typeof endAllAssessments>;
  }

  @RpcHandler(adjustAssessment)
  async adjust(request: Sent<typeof adjustAssessment>, context: RequestContext) {
    const { userId } = request;
    requireSelf(context, userId);
    const tokensBefore = await this.balances.before(userId, context);
    const { answer, events } = await this.adjusting.run(request, commandContext(adjustAssessment, context), context);
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shown(events),
    ]);
    return { ...answer, remainingTokens };
  }

  @RpcHandler(calculateRefund)
  async refund({ userId, photoId }: Sent<typeof calculateRefund>, context: RequestContext) {
    requireSelf(context, userId);
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
  async photoAssessment({ userId, photoAssessmentId }: Sent<typeof getStartedPhotos>, context: RequestContext) {
    requireSelf(context, userId);
    const photoIds = await this.photoAssessments.photoIdsOf(userId, photoAssessmentId);
    return { photoAssessmentId, photoIds } as Reply<typeof getStartedPhotos>;
  }

  @RpcHandler(getRatings)
  async received({ userId, photoId, ...page }: Sent<typeof getRatings>, context: RequestContext) {
    requireSelf(context, userId);
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    return this.ratings.ofPhoto(photoId, page);
  }

  @RpcHandler(getRatingGroups)
  async groups({ userId, ...page }: Sent<typeof getRatingGroups>, context: RequestContext) {
    requireSelf(context, userId);
    return this.ratings.groupsOf(userId, page);
  }

  /** Ratings of one's own photos, or one's own ratings. */
  @RpcHandler(exportRatings)
  async exported({ userId, side, ...page }: Sent<typeof exportRatings>, context: RequestContext) {
    requireSelf(context, userId);
    return this.ratings.exported(userId, side, page);
  }

  @RpcHandler(getConfidenceRange)
  async confidence({ userId, photoId }: Sent<typeof getConfidenceRange>, context: RequestContext) {
    requireSelf(context, userId);
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    const [confidence, fair] = await Promise.all([this.scores.confidenceOf(photoId), this.fairScores.ofPhoto(photoId)]);
    return { ...confidence, ...fair };
  }

  @RpcHandler(getCommentAssociations)
  async associated({ userId }: Sent<typeof getCommentAssociations>, context: RequestContext) {
    requireSelf(context, userId);
    const { associations, compared, reason, ratings, photos } = await this.associations.ofOwner(userId);
    const minimum = { ratings: COMPARED.ratingsMin, photos: COMPARED.photosMin };
    return { ratings, photos, minimum, compared, statements: associations, reason };
  }

  @RpcHandler(getScorePreferences)
  async scorePreferences({ userId }: Sent<typeof getScorePreferences>, context: RequestContext) {
    requireSelf(context, userId);
    return this.participants.scorePreferencesOf(userId);
  }

  @RpcHandler(updateScorePreferences)
  async chooseScorePreferences({ userId, ...chosen }: Sent<typeof updateScorePreferences>, context: RequestContext) {
    requireSelf(context, userId);
    await this.participants.chooseScorePreferences(userId, chosen);
    return this.participants.scorePreferencesOf(userId);
  }

  @RpcHandler(getAssessmentOutlook)
  async assessmentOutlook({ userId, testLimit }: Sent<typeof getAssessmentOutlook>, context: RequestContext) {
    requireSelf(context, userId);
    return this.outlook.of(userId, testLimit, this.clock());
  }

  @RpcHandler(comparePhotos)
  async compare({ userId, photoIds }: Sent<typeof comparePhotos>, context: RequestContext) {
    requireSelf(context, userId);
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
