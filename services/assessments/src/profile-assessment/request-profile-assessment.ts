import { type RequestContext, profileAssessmentsRpc as rpc } from '@candid/contracts';
import { DomainError, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { OwnWrites } from '../kernel/own-writes.js';
import { type IdOf, PaidCommands, type Price } from '../kernel/paid-command.js';
import { Balances } from '../kernel/tokens-service.js';
import { type LoadedOwner, ownerStreams } from '../owner/decide.js';
import { unscreenedOf } from '../owner/owner.js';
import { lockInPlanner, OwnerPhotos } from '../owner/owner-photos.js';
import { profileAssessmentStreams } from './decide.js';
import { profileUnknown } from './errors.js';
import { type ProfileEvent, profileAssessmentStreamId } from './profile-assessment.js';

const TOO_FEW_TOKENS = 'Insufficient tokens. Please purchase more tokens.';

/** Checks that photos may be assessed as a profile: they are the owner's and all in the planner. */
@Injectable()
export class PlannerPhotos {
  constructor(private readonly ownerPhotos: OwnerPhotos) {}

  /**
   * @returns the check that all photos are in the planner, which throws CONFLICT; callers first check the owner's
   * progress @throws DomainError NOT_FOUND for photos that are not the owner's
   */
  async requireOwn(ownerId: string, photoIds: readonly string[]): Promise<{ requireInPlanner: () => void }> {
    const photos = await this.ownerPhotos.ownOf(ownerId, photoIds);
    if (photos.length < photoIds.length) throw new DomainError('NOT_FOUND', 'There is no such photo.');
    const requireInPlanner = (): void => {
      if (!photos.every(({ inPlanner }) => inPlanner)) throw plannerChanged();
    };
    return { requireInPlanner };
  }

  /**
   * Repeats the planner check within the transaction of an append and locks the photos. It sees every move handled
   * since then. A later move waits for the commit and finds what to end. @throws DomainError CONFLICT
   */
  async keepInPlanner(session: SqlSession, photoIds: readonly string[]): Promise<void> {
    if ((await lockInPlanner(session, photoIds)) < photoIds.length) throw plannerChanged();
  }
}

type ProfileRequest = Sent<typeof rpc.requestProfileAssessment>;

/** The answer stored with the idempotency key. */
interface ProfileRequestAnswer {
  profileAssessmentId: string;
  remainingTokens: number;
}

/** Starts a profile assessment with its first round. */
@Controller()
export class RequestProfileAssessment {
  constructor(
    private readonly paid: PaidCommands,
    private readonly planner: PlannerPhotos,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(rpc.requestProfileAssessment)
  async request(request: ProfileRequest, context: RequestContext) {
    const { userId } = request;
    const { answer, events } = await this.paid.run(
      {
        userId,
        subjectId: userId,
        serialBy: `profiles of ${userId}`,
        tooFewTokens: TOO_FEW_TOKENS,
        decide: (unit, idOf, at) => this.decide(unit, request, idOf, at),
        priceOf: roundPriceOf,
        answer: answerOf,
      },
      commandContext(rpc.requestProfileAssessment, context),
      context,
    );
    await this.ownWrites.shownInProfiles(events);
    return answer as Reply<typeof rpc.requestProfileAssessment>;
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, photoIds, assessorsCount: assessors, commentsSelected }: ProfileRequest,
    idOf: IdOf,
    at: string,
  ): Promise<ProfileEvent[] | undefined> {
    const [profileAssessmentId, assessmentId, holdId] = [idOf('profile assessment'), idOf('round'), idOf('hold')];
    const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
    if (profileAssessment.state.status !== 'unknown') return undefined;
    const owner = await unit.load(ownerStreams, ownerId);
    const unscreenedPhotoIds = unscreenedOf(owner.state, photoIds);
    const start = { profileAssessmentId, assessmentId, holdId, ownerId, photoIds, assessors, commentsSelected, at };
    const events = profileAssessment.decide({ type: 'StartProfileAssessment', ...start, unscreenedPhotoIds });
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    recordRoundOnOwner(events, owner);
    planner.requireInPlanner();
    unit.guardAppend((session) => this.planner.keepInPlanner(session, photoIds));
    return events;
  }
}

function answerOf(events: readonly ProfileEvent[], remainingTokens: number | null): ProfileRequestAnswer {
  const started = events.find((event) => event.type === 'ProfileRoundStarted');
  if (started?.type !== 'ProfileRoundStarted' || remainingTokens === null) throw new Error('nothing was started');
  return { profileAssessmentId: started.data.profileAssessmentId, remainingTokens };
}

type ProfileChange = Sent<typeof rpc.changeProfileAssessment>;

/** The answer stored with the idempotency key. */
interface ProfileChangeAnswer {
  refundId: string | null;
  refundTokens: number;
  /** Tokens that can be spent afterwards; null if nothing was held. */
  remainingTokens: number | null;
}

/** Changes the running round, or starts another round with the same photos. */
@Controller()
export class ChangeProfileAssessment {
  constructor(
    private readonly paid: PaidCommands,
    private readonly planner: PlannerPhotos,
    private readonly balances: Balances,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(rpc.changeProfileAssessment)
  async change(change: ProfileChange, context: RequestContext) {
    const { userId, profileAssessmentId } = change;
    const tokensBefore = await this.balances.before(userId, context);
    const { answer, events } = await this.paid.run(
      {
        userId,
        subjectId: profileAssessmentId,
        serialBy: profileAssessmentStreamId(profileAssessmentId),
        tooFewTokens: TOO_FEW_TOKENS,
        decide: (unit, idOf, at) => this.decide(unit, change, idOf, at),
        priceOf: roundPriceOf,
        answer: (decided: readonly ProfileEvent[], remainingTokens): ProfileChangeAnswer => ({
          ...refundOf(decided),
          remainingTokens,
        }),
      },
      commandContext(rpc.changeProfileAssessment, context),
      context,
    );
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shownInProfiles(events),
    ]);
    return { remainingTokens };
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, profileAssessmentId, photoIds, assessorsCount: assessors, commentsSelected }: ProfileChange,
    idOf: IdOf,
    at: string,
  ): Promise<ProfileEvent[] | undefined> {
    const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
    if (profileAssessment.state.status === 'unknown') throw profileUnknown();
    const [assessmentId, holdId] = [idOf('round'), idOf('hold')];
    if (profileAssessment.state.usedHoldIds.includes(holdId)) return undefined;
    const ids = { assessmentId, holdId, refundId: uuidv7() };
    const owner = await unit.load(ownerStreams, ownerId);
    const unscreenedPhotoIds = unscreenedOf(owner.state, profileAssessment.state.photoIds);
    const wanted = { ownerId, photoIds, assessors, commentsSelected, unscreenedPhotoIds };
    const events = profileAssessment.decide({ type: 'ChangeProfileAssessment', ...wanted, ...ids, at });
    recordRoundOnOwner(events, owner);
    await this.requirePlannerFor(unit, ownerId, events);
    return events;
  }

  private async requirePlannerFor(unit: UnitOfWork, ownerId: string, events: readonly ProfileEvent[]): Promise<void> {
    const started = events.find((event) => event.type === 'ProfileRoundStarted');
    if (started?.type !== 'ProfileRoundStarted') return;
    const { photoIds } = started.data;
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    planner.requireInPlanner();
    unit.guardAppend((session) => this.planner.keepInPlanner(session, photoIds));
  }
}

/** The price of a round that starts, or of additional assessors. */
function roundPriceOf(events: readonly ProfileEvent[]): Price | undefined {
  return events.find((event) => event.type === 'ProfileRoundStarted' || event.type === 'ProfileRoundExtended')?.data;
}

function refundOf(events: readonly ProfileEvent[]): { refundId: string | null; refundTokens: number } {
  const shrunk = events.find((event) => event.type === 'ProfileRoundShrunk');
  if (shrunk?.type !== 'ProfileRoundShrunk') return { refundId: null, refundTokens: 0 };
  const { refundId, refundTokens } = shrunk.data;
  return { refundId, refundTokens };
}

const plannerChanged = (): DomainError =>
  new DomainError('CONFLICT', 'Your Profile Planner has changed. Please check its photos and try again.');

/** Records on the owner's stream which round runs after these events. */
export function recordRoundOnOwner(events: readonly ProfileEvent[], owner: LoadedOwner): void {
  for (const event of events) {
    switch (event.type) {
      case 'ProfileRoundStarted': {
        const { ownerId, profileAssessmentId, assessmentId, photoIds, startedAt: at } = event.data;
        owner.decide({ type: 'OpenProfileRound', ownerId, profileAssessmentId, assessmentId, photoIds, at });
        break;
      }
      case 'ProfileRoundCompleted':
      case 'ProfileRoundEnded': {
        const { ownerId, profileAssessmentId, assessmentId } = event.data;
        owner.decide({ type: 'CloseProfileRound', ownerId, profileAssessmentId, assessmentId });
        break;
      }
    }
  }
}
