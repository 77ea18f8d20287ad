import { assessmentsRpc, type RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { CLOCK, type Clock } from '../application/clock.js';
import { commandContext } from '../application/command-context.js';
import { OpenGoldTest } from '../application/gold/open-gold-test.js';
import { OwnWrites } from '../application/own-writes.js';
import { type ReservedSlot, ReserveSlot } from '../application/reserve-slot.js';
import { SubmitRatings } from '../application/submit-ratings.js';
import { LIMITS } from '../config.js';
import { placed } from '../domain/gold/gold-pair.js';
import { shuffledFor, shuffledTies } from '../domain/rater-quality/shuffle.js';
import { testUnknown } from '../domain/test/errors.js';
import { type FeedEntry, FeedQuery } from '../projections/feed/feed.query.js';
import { type GoldOffer, GoldQuery, goldAssessments } from '../projections/gold/gold.query.js';
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
    @Inject(GoldQuery) private readonly gold: GoldQuery,
    @Inject(OpenGoldTest) private readonly openGoldTest: OpenGoldTest,
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
    const shuffled = shuffledTies(assessorId, page.entries);
    const offer = after === undefined ? await this.gold.offerTo(assessorId, this.clock()) : undefined;
    const offered = offer ? placed(assessorId, entryOf(offer), shuffled, LIMITS.feedEntriesMax) : shuffled;
    const entries = offered.map(({ tie: _, ...entry }) => ({
      ...entry,
      photoIds: shuffledFor(assessorId, entry.photoIds, (photoId) => photoId),
    }));
    return { ...page, entries, notice: null } as z.input<typeof listFeed.reply>;
  }

  @RpcHandler(openTest)
  async open({ assessorId, ownerId }: Request<typeof openTest>, context: RequestContext): Reply<typeof openTest> {
    const assessor = await this.assessorOf(context, assessorId);
    const offer = await this.gold.offerTo(assessorId, this.clock());
    if (offer?.ownerId === ownerId) return this.openGold(offer, assessorId, context);
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
      this.testOf(raterId, ownerId, photoIds),
      this.participants.isShownTo(ownerId, assessor),
    ]);
    const submission = { testId, ownerId, raterId, ratings: ratings.map(withoutUndefined), isVisible };
    const { answer, events } = await this.submitting.run(submission, commandContext(submitRatings, context));
    await this.ownWrites.shownToRaterAndOwner(events);
    return answer as z.input<typeof submitRatings.reply>;
  }

  private async testOf(raterId: string, ownerId: string, photoIds: readonly string[]): Promise<string | undefined> {
    const testId = await this.assessments.testOf(ownerId, photoIds);
    return testId ?? this.gold.testOf(raterId, ownerId, photoIds);
  }

  private async openGold(offer: GoldOffer, assessorId: string, context: RequestContext): Reply<typeof openTest> {
    const slot = await this.openGoldTest.run(offer, assessorId, commandContext(openTest, context));
    const assessments = shuffledFor(assessorId, goldAssessments(offer), ({ photoId }) => photoId);
    const opened = { testId: offer.testId, slotExpiresAt: slot.expiresAt, assessments, benchmarkPhotoIds: [] };
    return opened as unknown as z.input<typeof openTest.reply>;
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

const entryOf = (offer: GoldOffer): FeedEntry & { assessments: ReturnType<typeof goldAssessments> } => ({
  userId: offer.ownerId,
  testId: offer.testId,
  photoIds: [offer.finePhotoId, offer.badPhotoId],
  tie: '',
  assessments: goldAssessments(offer),
});

function withoutUndefined({ photoId, rating, comments }: Request<typeof submitRatings>['ratings'][number]) {
  return { photoId, rating: rating ?? null, comments: comments ?? [] };
}
