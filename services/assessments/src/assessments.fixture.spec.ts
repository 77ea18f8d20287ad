import { randomUUID } from 'node:crypto';
import {
  type AssessmentSettings,
  assessmentsRpc,
  identityEvents,
  type PhotoAssessmentId,
  type PhotoId,
  PRODUCT,
  photosEvents,
  reportsRpc,
  type SubmissionId,
  type UserId,
} from '@candid/contracts';
import { Commands, type UnitOfWork } from '@candid/event-store';
import { startService, startWorker } from '@candid/platform';
import { runMigrations } from '@candid/platform/orm';
import { type NatsFixture, ServiceFixture, type ServiceServers } from '@candid/testing';
import { AppModule } from './app.module.js';
import { endHeldPhoto, holdPhoto, releaseHeldPhoto, restorePhoto } from './holding/hold-photo.js';
import { type Excuse, excuseAssessor, reinstatePerson, suspendPerson } from './holding/suspend-person.js';
import { migrations } from './migrations/all.js';
import { ownerStreams } from './owner/decide.js';
import { photoAssessmentStreams } from './photo-assessment/decide.js';
import { WorkerModule } from './worker.module.js';

export { refusalOf } from '@candid/testing';

export const newUserId = () => randomUUID() as UserId;

export const settings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 1,
};

export interface OwnAssessment {
  ownerId: UserId;
  photoAssessmentId: PhotoAssessmentId;
  photoIds: PhotoId[];
}

interface OwnedPhoto {
  ownerId: UserId;
  photoId: PhotoId;
}

/** Starts the assessments service under test and sends it the requests of owners and assessors. */
export class AssessmentsFixture extends ServiceFixture {
  /** Minimum look time, applied at the next start of the service. It is 0, because most specs submit at once. */
  minLookMs = 0;
  openingsPerHour = 1_000_000;
  readonly balances = new BalancesDouble(this.nats);

  static async start<Fixture extends AssessmentsFixture>(
    this: new (
      servers: ServiceServers,
    ) => Fixture,
  ): Promise<Fixture> {
    const schema = { migrations, runMigrations };
    const fixture = new this(await ServiceFixture.startServers('assessments', schema, ['identity', 'photos']));
    await fixture.startService();
    return fixture;
  }

  async startService(): Promise<void> {
    const config = this.config();
    this.service = await startService(AppModule.forRoot(config, this.clock), { name: 'assessments', config });
  }

  async startWorker(): Promise<void> {
    const config = {
      ...this.config(),
      LINKED_ACCOUNTS_INTERVAL_MS: 3_600_000,
      LINKED_ACCOUNTS_SUBMISSIONS: 10,
      LINKED_ACCOUNTS_SHARE: 0.5,
      SWEEP_INTERVAL_MS: 100,
    };
    this.worker = await startWorker(WorkerModule.forRoot(config, this.clock), { name: 'assessments', config });
  }

  private config() {
    return {
      ...this.coreConfig(),
      LOG_LEVEL: 'error',
      MIN_LOOK_MS: this.minLookMs,
      OPENINGS_PER_HOUR: this.openingsPerHour,
      SLOT_TIME_MAX_MS: PRODUCT.slotTimeMaxMs,
      REPORTER_AGE_MIN_MS: 3_600_000,
      REPORTER_SUBMISSIONS_MIN: 1,
    } as const;
  }

  /**
   * Writes the events that the service's own code decides for a paid start. The fixture places no hold, because the
   * tokens service runs in another process.
   */
  async openedAssessment(
    ownerId = newUserId(),
    photoCount = 2,
    wanted: Partial<AssessmentSettings> = {},
  ): Promise<OwnAssessment> {
    const at = this.clock().toISOString();
    const assessments = Array.from({ length: photoCount }, () => ({
      assessmentId: randomUUID(),
      photoId: randomUUID(),
    }));
    const photoIds = assessments.map(({ photoId }) => photoId);
    const photoAssessmentId = randomUUID();
    await new Commands(this.store).execute({ metadata: { correlationId: randomUUID() } }, {}, async (unit) => {
      const owner = await unit.load(ownerStreams, ownerId);
      const isFirstAssessment = owner.state.firstAssessment === null;
      const { restartTokens } = owner.state;
      const reserve = { ownerId, photoAssessmentId, photoIds, areStored: false, assessedPhotoIds: [], at };
      owner.decide({ type: 'ReserveStart', ...reserve });
      const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
      const open = {
        photoAssessmentId,
        ownerId,
        holdId: randomUUID(),
        isFirstAssessment,
        restartTokens,
        assessments,
        at,
      };
      photoAssessment.decide({ type: 'OpenStart', ...open, settings: { ...settings, ...wanted } });
    });
    for (const photoId of photoIds) {
      await this.publish(
        photosEvents.PhotoUploaded,
        { photoId, userId: ownerId, photoAssessmentId },
        `photo-${photoId}`,
        1,
      );
    }
    return { ownerId, photoAssessmentId: photoAssessmentId as PhotoAssessmentId, photoIds: photoIds as PhotoId[] };
  }

  async startedAssessment(
    ownerId = newUserId(),
    photoCount = 2,
    wanted: Partial<AssessmentSettings> = {},
  ): Promise<OwnAssessment> {
    const photoAssessment = await this.openedAssessment(ownerId, photoCount, wanted);
    await this.rpc.call(
      assessmentsRpc.confirmStart,
      { userId: ownerId, photoAssessmentId: photoAssessment.photoAssessmentId },
      this.context(ownerId),
    );
    await this.caughtUp();
    return photoAssessment;
  }

  /** Runs `work`, such as holding a photo, and appends all its events at once. */
  private async moderate(work: (unit: UnitOfWork, at: string) => Promise<void>): Promise<void> {
    const at = this.clock().toISOString();
    const metadata = { correlationId: randomUUID() };
    await new Commands(this.store).execute({ metadata }, {}, (unit) => work(unit, at));
    await this.caughtUp();
  }

  hold(photo: OwnedPhoto): Promise<void> {
    return this.moderate((unit, at) => holdPhoto(unit, { ...photo, at }));
  }

  release(photo: OwnedPhoto): Promise<void> {
    return this.moderate((unit, at) => releaseHeldPhoto(unit, { ...photo, at }));
  }

  bar(photo: OwnedPhoto, how: 'removed' | 'crop'): Promise<void> {
    return this.moderate((unit, at) => endHeldPhoto(unit, { ...photo, at }, how));
  }

  restore(photo: OwnedPhoto): Promise<void> {
    return this.moderate((unit, at) => restorePhoto(unit, { ...photo, at }));
  }

  suspend(userId: UserId, until: string | null, statementId: string = userId): Promise<void> {
    return this.moderate((unit, at) => suspendPerson(unit, { userId, statementId, until, at }));
  }

  reinstate(userId: UserId, statementId: string = userId): Promise<void> {
    return this.moderate((unit, at) => reinstatePerson(unit, { userId, statementId, at }));
  }

  excuse(excuse: Omit<Excuse, 'at'>): Promise<void> {
    return this.moderate((unit, at) => excuseAssessor(unit, { ...excuse, at }));
  }

  /** Publishes the registration of the account. The service receives it before the account's other events. */
  async registered(userId: UserId): Promise<void> {
    const event = await this.publish(identityEvents.UserRegistered, { userId, country: null });
    await this.settled('record-country-on-user-registered', event);
  }

  /** Adds an unscreened photo to the owner's bank. */
  async unscreenedPhoto(userId: UserId): Promise<{ photoId: PhotoId }> {
    const photoId = randomUUID() as PhotoId;
    const data = { photoId, userId, photoAssessmentId: null, awaitsScreening: true };
    const event = await this.publish(photosEvents.PhotoUploaded, data as never, `photo-${photoId}`, 1);
    await this.settled('record-owner-on-photo-uploaded', event);
    return { photoId };
  }

  async screened(userId: UserId, photoId: PhotoId): Promise<void> {
    const data = { photoId, userId, findings: [], screenedAt: this.clock().toISOString() };
    const event = await this.publish(photosEvents.PhotoScreened, data, `photo-${photoId}`, 2);
    await this.settled('record-screening-on-photo-screened', event);
    await this.caughtUp();
  }

  block(assessorId: UserId, ownerId: UserId) {
    return this.rpc.call(reportsRpc.blockPerson, { assessorId, ownerId }, this.context(assessorId));
  }

  unblock(assessorId: UserId, ownerId: UserId) {
    return this.rpc.call(reportsRpc.unblockPerson, { assessorId, ownerId }, this.context(assessorId));
  }

  hideFrom(userId: UserId, ratingId: SubmissionId) {
    return this.rpc.call(reportsRpc.hideFromAssessor, { userId, ratingId }, this.context(userId));
  }

  showTo(userId: UserId, hideId: string) {
    return this.rpc.call(reportsRpc.showToAssessor, { userId, hideId }, this.context(userId));
  }

  blocksOf(userId: UserId) {
    return this.rpc.call(reportsRpc.listBlocks, { userId }, this.context(userId));
  }

  async ratingsOf(userId: UserId, photoId: PhotoId) {
    const answer = await this.rpc.call(assessmentsRpc.getRatings, { userId, photoId }, this.context(userId));
    return answer.currentRatings;
  }

  picture(openingId: string, photoId: PhotoId) {
    return this.rpc.call(assessmentsRpc.getOpenPicture, { openingId, photoId }, this.context());
  }

  /** Returns an owner with a completed first assessment and a first profile made of this assessment's first photo. */
  async onboardedOwner(): Promise<{ ownerId: UserId; firstAssessment: OwnAssessment }> {
    const firstAssessment = await this.startedAssessment();
    const { ownerId, photoIds } = firstAssessment;
    for (const assessorId of await this.assessors(PRODUCT.firstAssessmentAssessors))
      await this.submit(firstAssessment, assessorId);
    const placed = await this.publish(
      photosEvents.PhotoPlacedInProfile,
      { photoId: photoIds[0]!, userId: ownerId, wasFirstProfileSet: true },
      `photo-${photoIds[0]}`,
      2,
    );
    const returned = await this.publish(
      photosEvents.PhotoReturnedToBank,
      { photoId: photoIds[1]!, userId: ownerId, wasInProfile: false },
      `photo-${photoIds[1]}`,
      2,
    );
    await this.settled('record-move-on-photo-placed-in-profile', placed);
    await this.settled('record-move-on-photo-returned-to-bank', returned);
    return { ownerId, firstAssessment };
  }

  async assessors(count: number, country: string | null = null): Promise<UserId[]> {
    const userIds = Array.from({ length: count }, newUserId);
    const approved = [];
    const located = [];
    for (const userId of userIds) {
      approved.push(await this.publish(identityEvents.AssessorApproved, { userId, passkeyName: 'beta' }));
      if (country) located.push(await this.publish(identityEvents.UserRegistered, { userId, country }));
    }
    await this.settled('allow-assessor-on-assessor-approved', ...approved);
    if (country) await this.settled('record-country-on-user-registered', ...located);
    return userIds;
  }

  ratingsFor(photoIds: readonly PhotoId[], score = 14) {
    return photoIds.map((photoId) => ({ photoId, rating: score, comments: [[7, 45, 16]] }));
  }

  submit(
    photoAssessment: OwnAssessment,
    assessorId: UserId,
    { score = 14, key }: { score?: number; key?: string } = {},
  ) {
    const request = {
      assessorId,
      ownerId: photoAssessment.ownerId,
      ratings: this.ratingsFor(photoAssessment.photoIds, score),
    };
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: String(score) } };
    return this.rpc.call(assessmentsRpc.submitRatings, request, this.context(assessorId, idempotency));
  }

  rate(ownerId: UserId, assessorId: UserId, ratings: ReturnType<AssessmentsFixture['ratingsFor']>) {
    return this.rpc.call(assessmentsRpc.submitRatings, { assessorId, ownerId, ratings }, this.context(assessorId));
  }

  open(assessorId: UserId, ownerId: UserId) {
    return this.rpc.call(assessmentsRpc.openPhotos, { assessorId, ownerId }, this.context(assessorId));
  }

  async feed(assessorId: UserId, after?: string) {
    const request = { assessorId, ...(after !== undefined && { after }) };
    return this.rpc.call(assessmentsRpc.listFeed, request, this.context(assessorId));
  }

  async scoresOf(photoIds: PhotoId[]) {
    const { scores } = await this.rpc.call(assessmentsRpc.getPhotoScores, { photoIds }, this.context());
    return scores;
  }

  end(ownerId: UserId, photoId: PhotoId, more: { removing?: boolean; leavesPlanner?: boolean; key?: string } = {}) {
    const { key, ...wanted } = more;
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: '' } };
    const request = { userId: ownerId, photoId, ...wanted };
    return this.rpc.call(assessmentsRpc.endAssessment, request, this.context(ownerId, idempotency));
  }
}

const BALANCE = { posted: 100, held: 0, available: 100 };
const ANSWERS = {
  getBalance: BALANCE,
  getBalanceAfterReward: { available: 130, booked: true, payableTokens: 0 },
  getBalanceAfterRefund: { available: 105, booked: true },
};
type Message = keyof typeof ANSWERS;
const MESSAGES = Object.keys(ANSWERS) as Message[];

/** Answers requests about balances in place of the tokens service, whose own specs test its bookings. */
class BalancesDouble {
  /** Ids of the submissions for which the service has requested the balance after the reward. */
  readonly submissionIds = new Set<string>();
  private isLeaving = false;
  private readonly leaveMessage = new Map<Message, () => void>();

  constructor(private readonly nats: NatsFixture) {
    this.come();
  }

  /** Leaves these messages unanswered from now on. */
  leave(...messages: Message[]): void {
    for (const message of messages) {
      this.leaveMessage.get(message)?.();
      this.leaveMessage.delete(message);
    }
  }

  /** Stops answering after the next answer. */
  leaveAfterNext(): void {
    this.isLeaving = true;
  }

  come(): void {
    this.isLeaving = false;
    for (const message of MESSAGES) {
      if (this.leaveMessage.has(message)) continue;
      const leave = this.nats.answer(`rpc.tokens.${message}`, ({ submissionId }) => {
        if (submissionId !== undefined) this.submissionIds.add(submissionId);
        if (this.isLeaving) this.leave(...MESSAGES);
        return ANSWERS[message];
      });
      this.leaveMessage.set(message, leave);
    }
  }
}
