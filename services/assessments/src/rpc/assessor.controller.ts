import { assessmentsRpc, type RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { CLOCK, type Clock } from '../application/clock.js';
import { commandContext } from '../application/command-context.js';
import { OwnWrites } from '../application/own-writes.js';
import { type ReservedSlot, ReserveSlot } from '../application/reserve-slot.js';
import { SubmitRatings } from '../application/submit-ratings.js';
import { shuffledFor, shuffledTies } from '../domain/rater-quality/shuffle.js';
import { testUnknown } from '../domain/test/errors.js';
import { FeedQuery } from '../projections/feed/feed.query.js';
import { PhotoAssessmentsQuery } from '../projections/scores/photo-assessments.query.js';
import { OwnerPhotos } from '../records/owner-photos.js';
import { type Assessor, Participants } from '../records/participants.js';
import { requireCaller } from './caller.js';

const { listFeed, openTest, submitRatings } = assessmentsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

/** Every call of an assessor: the approval is looked up before anything else. */
@Controller()
export class AssessorController {
  constructor(
    @Inject(Participants) private readonly participants: Participants,
    @Inject(FeedQuery) private readonly feed: FeedQuery,
    @Inject(ReserveSlot) private readonly reserveSlot: ReserveSlot,
    @Inject(SubmitRatings) private readonly submitting: SubmitRatings,
    @Inject(PhotoAssessmentsQuery) private readonly assessments: PhotoAssessmentsQuery,
    @Inject(OwnerPhotos) private readonly ownerPhotos: OwnerPhotos,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(listFeed)
  async list({ assessorId, after }: Request<typeof listFeed>, context: RequestContext): Reply<typeof listFeed> {
    requireCaller(context, assessorId);
    const assessor = await this.participants.requireAssessor(assessorId);
    const notice = await this.participants.pauseOf(assessorId);
    if (notice !== null) return { entries: [], nextCursor: null, notice };
    const page = await this.feed.page(assessor, this.clock(), after);
    const entries = shuffledTies(assessorId, page.entries).map(({ tie: _, ...entry }) => ({
      ...entry,
      photoIds: shuffledFor(assessorId, entry.photoIds, (photoId) => photoId),
    }));
    return { ...page, entries, notice: null } as z.input<typeof listFeed.reply>;
  }

  @RpcHandler(openTest)
  async open({ assessorId, ownerId }: Request<typeof openTest>, context: RequestContext): Reply<typeof openTest> {
    const assessor = await this.assessorOf(context, assessorId);
    for (const testId of await this.feed.testsOf(ownerId, assessor, this.clock())) {
      const slot = await this.reserve({ testId, ownerId, assessorId }, context);
      if (!slot) continue;
      await this.ownWrites.shownInFeed(slot.events);
      const [assessments, benchmarkPhotoIds] = await Promise.all([
        this.assessments.byPhotoIds(shuffledFor(assessorId, slot.photoIds, (photoId) => photoId)),
        this.ownerPhotos.benchmarksOf(ownerId, slot.photoIds),
      ]);
      const opened = { testId, slotExpiresAt: slot.expiresAt, assessments, benchmarkPhotoIds };
      return opened as z.input<typeof openTest.reply>;
    }
    throw testUnknown();
  }

  @RpcHandler(submitRatings)
  async submit(request: Request<typeof submitRatings>, context: RequestContext): Reply<typeof submitRatings> {
    const { raterId, ownerId, ratings } = request;
    const assessor = await this.assessorOf(context, raterId);
    const photoIds = ratings.map(({ photoId }) => photoId);
    const [testId, isVisible] = await Promise.all([
      this.assessments.testOf(ownerId, photoIds),
      this.participants.isShownTo(ownerId, assessor),
    ]);
    const submission = { testId, ownerId, raterId, ratings: ratings.map(withoutUndefined), isVisible };
    const { answer, events } = await this.submitting.run(submission, commandContext(submitRatings, context));
    await this.ownWrites.shownToRaterAndOwner(events);
    return answer as z.input<typeof submitRatings.reply>;
  }

  private assessorOf(context: RequestContext, userId: string): Promise<Assessor> {
    requireCaller(context, userId);
    return this.participants.requireActiveAssessor(userId);
  }

  /** Undefined where the last place was taken since the test was looked up: another test of the owner may be open. */
  private async reserve(
    request: { testId: string; ownerId: string; assessorId: string },
    context: RequestContext,
  ): Promise<ReservedSlot | undefined> {
    try {
      return await this.reserveSlot.run(request, commandContext(openTest, context));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }
}

function withoutUndefined({ photoId, rating, comments }: Request<typeof submitRatings>['ratings'][number]) {
  return { photoId, rating: rating ?? null, comments: comments ?? [] };
}
