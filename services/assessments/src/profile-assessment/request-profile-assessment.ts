import { type RequestContext, profileAssessmentsRpc as rpc } from '@candid/contracts';
import { DomainError, type UnitOfWork } from '@candid/event-store';
import { commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
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

/**
 * Requires that all photos are in the planner. Repeats the check within the transaction of the append and locks the
 * photos. A later move waits for the commit and then ends the profile assessment. @throws DomainError CONFLICT
 */
function requireInPlanner(unit: UnitOfWork, photos: readonly { photoId: string; inPlanner: boolean }[]): void {
  if (!photos.every(({ inPlanner }) => inPlanner)) throw plannerChanged();
  unit.guardAppend(async (session) => {
    const photoIds = photos.map(({ photoId }) => photoId);
    if ((await lockInPlanner(session, photoIds)) < photoIds.length) throw plannerChanged();
  });
}

type ProfileRequest = Sent<typeof rpc.requestProfileAssessment>;

/** The answer stored with the idempotency key. */
interface ProfileRequestAnswer {
  profileAssessmentId: string;
  remainingTokens: number;
}

@Controller()
export class RequestProfileAssessment {
  constructor(
    private readonly paid: PaidCommands,
    private readonly ownerPhotos: OwnerPhotos,
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
    const photos = await this.ownerPhotos.requireOwn(ownerId, photoIds);
    recordRoundOnOwner(events, owner);
    requireInPlanner(unit, photos);
    return events;
  }
}

function answerOf(events: readonly ProfileEvent[], remainingTokens: number | null): ProfileRequestAnswer {
  const started = events.find((event) => event.type === 'ProfileRoundStarted');
  if (!started || remainingTokens === null) throw new Error('nothing was started');
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
    private readonly ownerPhotos: OwnerPhotos,
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
    const started = events.find((event) => event.type === 'ProfileRoundStarted');
    if (started) requireInPlanner(unit, await this.ownerPhotos.requireOwn(ownerId, started.data.photoIds));
    return events;
  }
}

function roundPriceOf(events: readonly ProfileEvent[]): Price | undefined {
  return events.find((event) => event.type === 'ProfileRoundStarted' || event.type === 'ProfileRoundExtended')?.data;
}

function refundOf(events: readonly ProfileEvent[]): { refundId: string | null; refundTokens: number } {
  const shrunk = events.find((event) => event.type === 'ProfileRoundShrunk')?.data;
  return { refundId: shrunk?.refundId ?? null, refundTokens: shrunk?.refundTokens ?? 0 };
}

const plannerChanged = (): DomainError =>
  new DomainError('CONFLICT', 'Your Profile Planner has changed. Please check its photos and try again.');

/** Records on the owner's stream which round runs after these events. */
export function recordRoundOnOwner(events: readonly ProfileEvent[], owner: LoadedOwner): void {
  for (const { type, data } of events) {
    if (type === 'ProfileRoundStarted') owner.decide({ ...data, type: 'OpenProfileRound', at: data.startedAt });
    if (type === 'ProfileRoundCompleted' || type === 'ProfileRoundEnded')
      owner.decide({ ...data, type: 'CloseProfileRound' });
  }
}
