import { assessmentsRpc, type RequestContext } from '@candid/contracts';
import { commandContext, RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { Balances } from '../balances.js';
import { OwnWrites } from '../own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.rows.js';
import { Participants } from '../participants/participants.rows.js';
import { AdjustAssessment } from '../photo-assessment/adjust-assessment.js';
import { EndAllAssessments } from '../photo-assessment/end-all-assessments.js';
import { EndAssessment } from '../photo-assessment/end-assessment.js';
import { StartedPhotosQuery } from '../photo-assessment/started-photos.query.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { PhotoScoresQuery } from '../results/photo-scores.query.js';
import { ReceivedRatingsQuery } from '../results/received-ratings.query.js';
import { FairScoresQuery } from '../scoring/fair-scores.query.js';
import { requireCaller } from './caller.js';

const { adjustAssessment, endAssessment, endAllAssessments, calculateRefund, getPhotoScores, getStartedPhotos } =
  assessmentsRpc;
const { comparePhotos, getScorePreferences, updateScorePreferences } = assessmentsRpc;
const { getRatings, getRatingGroups, getConfidenceRange, exportRatings } = assessmentsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

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
    private readonly photoAssessments: StartedPhotosQuery,
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(endAssessment)
  async end(request: Request<typeof endAssessment>, context: RequestContext): Reply<typeof endAssessment> {
    const { userId, photoId, removing: isRemoved = false, leavesPlanner = false } = request;
    requireCaller(context, userId);
    const command = commandContext(endAssessment, context);
    const { answer, events } = await this.ending.run({ userId, photoId, isRemoved, leavesPlanner }, command);
    await this.ownWrites.shown(events);
    return answer as z.input<typeof endAssessment.reply>;
  }

  @RpcHandler(endAllAssessments)
  async endAll(
    { userId }: Request<typeof endAllAssessments>,
    context: RequestContext,
  ): Reply<typeof endAllAssessments> {
    requireCaller(context, userId);
    const { answer, events } = await this.endingAll.run(userId, commandContext(endAllAssessments, context));
    await this.ownWrites.shown(events);
    return answer as z.input<typeof endAllAssessments.reply>;
  }

  @RpcHandler(adjustAssessment)
  async adjust(request: Request<typeof adjustAssessment>, context: RequestContext): Reply<typeof adjustAssessment> {
    const { userId } = request;
    requireCaller(context, userId);
    const tokensBefore = await this.balances.before(userId, context);
    const { answer, events } = await this.adjusting.run(request, commandContext(adjustAssessment, context), context);
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shown(events),
    ]);
    return { ...answer, remainingTokens };
  }

  @RpcHandler(calculateRefund)
  async refund(
    { userId, photoId }: Request<typeof calculateRefund>,
    context: RequestContext,
  ): Reply<typeof calculateRefund> {
    requireCaller(context, userId);
    if (photoId !== undefined) await this.ownerPhotos.requireOwn(userId, [photoId]);
    const ofPhotos = await this.scores.refundOf(userId, photoId);
    if (photoId !== undefined) return ofPhotos;
    const ofProfile = await this.profiles.refundTokensOf(userId);
    return { refundTokens: ofPhotos.refundTokens + ofProfile, isRunning: ofPhotos.isRunning || ofProfile > 0 };
  }

  /** Asked by the gateway for photos whose place it has been given for the caller; names no person. */
  @RpcHandler(getPhotoScores)
  async byPhotos({ photoIds }: Request<typeof getPhotoScores>): Reply<typeof getPhotoScores> {
    return { scores: await this.scores.byPhotoIds(photoIds) };
  }

  @RpcHandler(getStartedPhotos)
  async photoAssessment(
    { userId, photoAssessmentId }: Request<typeof getStartedPhotos>,
    context: RequestContext,
  ): Reply<typeof getStartedPhotos> {
    requireCaller(context, userId);
    const photoIds = await this.photoAssessments.photoIdsOf(userId, photoAssessmentId);
    return { photoAssessmentId, photoIds } as z.input<typeof getStartedPhotos.reply>;
  }

  @RpcHandler(getRatings)
  async received(
    { userId, photoId, ...page }: Request<typeof getRatings>,
    context: RequestContext,
  ): Reply<typeof getRatings> {
    requireCaller(context, userId);
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    return this.ratings.ofPhoto(photoId, page);
  }

  @RpcHandler(getRatingGroups)
  async groups(
    { userId, ...page }: Request<typeof getRatingGroups>,
    context: RequestContext,
  ): Reply<typeof getRatingGroups> {
    requireCaller(context, userId);
    return this.ratings.groupsOf(userId, page);
  }

  /** Ratings of one's own photos, or one's own ratings. */
  @RpcHandler(exportRatings)
  async exported(
    { userId, side, ...page }: Request<typeof exportRatings>,
    context: RequestContext,
  ): Reply<typeof exportRatings> {
    requireCaller(context, userId);
    return this.ratings.exported(userId, side, page);
  }

  @RpcHandler(getConfidenceRange)
  async confidence(
    { userId, photoId }: Request<typeof getConfidenceRange>,
    context: RequestContext,
  ): Reply<typeof getConfidenceRange> {
    requireCaller(context, userId);
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    const [confidence, fair] = await Promise.all([this.scores.confidenceOf(photoId), this.fairScores.ofPhoto(photoId)]);
    return { ...confidence, ...fair };
  }

  @RpcHandler(getScorePreferences)
  async scorePreferences(
    { userId }: Request<typeof getScorePreferences>,
    context: RequestContext,
  ): Reply<typeof getScorePreferences> {
    requireCaller(context, userId);
    return { stopWhenSettled: await this.participants.stopsWhenSettled(userId) };
  }

  @RpcHandler(updateScorePreferences)
  async chooseScorePreferences(
    { userId, stopWhenSettled }: Request<typeof updateScorePreferences>,
    context: RequestContext,
  ): Reply<typeof updateScorePreferences> {
    requireCaller(context, userId);
    await this.participants.stopWhenSettled(userId, stopWhenSettled);
    return { stopWhenSettled };
  }

  @RpcHandler(comparePhotos)
  async compare(
    { userId, photoIds }: Request<typeof comparePhotos>,
    context: RequestContext,
  ): Reply<typeof comparePhotos> {
    requireCaller(context, userId);
    await this.ownerPhotos.requireOwn(userId, photoIds);
    const { comparisons, ...compared } = await this.fairScores.compare(photoIds);
    return {
      ...compared,
      comparisons: comparisons.map(({ winner = null, ratersToTell = null, ...pair }) => ({
        ...pair,
        winner,
        ratersToTell,
      })),
    } as z.input<typeof comparePhotos.reply>;
  }
}
