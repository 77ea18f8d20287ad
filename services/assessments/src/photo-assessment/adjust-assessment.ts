import { type RequestContext, assessmentsRpc as rpc } from '@candid/contracts';
import { Commands, type Identified, type UnitOfWork } from '@candid/event-store';
import { commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { OwnWrites } from '../kernel/own-writes.js';
import { type IdOf, PaidCommands } from '../kernel/paid-command.js';
import { Balances } from '../kernel/tokens-service.js';
import { ownerStreams } from '../owner/decide.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { photoAssessmentStreams } from './decide.js';
import { notBeingAssessed } from './errors.js';
import { type PhotoAssessmentEvent, photoAssessmentStreamId } from './events.js';
import { assessmentOf } from './photo-assessment.js';

type AdjustRequest = Sent<typeof rpc.adjustAssessment>;

/** The answer stored with the idempotency key. */
interface AdjustAnswer {
  refundTokens: number;
  refundId: string | null;
  /** Tokens that can be spent afterwards; null if nothing was held. */
  remainingTokens: number | null;
  /** Number of assessors after the change; null if unchanged. A repeat is answered with the current number. */
  testLimit: number | null;
  eventIds: string[];
}

/** Changes a photo's assessment. Holds the price of additional assessors before it appends, so that each is paid. */
@Controller()
export class AdjustAssessment {
  constructor(
    private readonly commands: Commands,
    private readonly paid: PaidCommands,
    private readonly balances: Balances,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(rpc.adjustAssessment)
  async adjust(request: AdjustRequest, context: RequestContext) {
    const { userId, photoId } = request;
    const tokensBefore = await this.balances.before(userId, context);
    const executed = await this.paid.run(
      {
        userId,
        subjectId: photoId,
        serialBy: await photoSerialKey(this.commands, request),
        decide: (unit, idOf, at) => this.decide(unit, request, idOf, at),
        priceOf: (events) => events.find((event) => event.type === 'AssessedPhotoExtended')?.data,
        answer: answerOf,
      },
      commandContext(rpc.adjustAssessment, context),
      context,
    );
    const { answer, events } = executed.isRepeat ? await this.again(request, executed.answer) : executed;
    const [remainingTokens] = await Promise.all([
      answer.remainingTokens ?? this.balances.afterRefund({ ...answer, userId, tokensBefore }, context),
      this.ownWrites.shown(events),
    ]);
    return { ...answer, remainingTokens };
  }

  /** Returns the first answer, with the current limit, and its events. A repeat waits until read models show them. */
  private async again({ userId, photoId }: AdjustRequest, first: AdjustAnswer) {
    const { state: owner } = await this.commands.load(ownerStreams, userId);
    const photoAssessmentId = owner.photoAssessmentsByPhoto[photoId];
    if (photoAssessmentId === undefined) return { answer: first, events: [] };
    const { state, history } = await this.commands.load(photoAssessmentStreams, photoAssessmentId);
    const assessment = state.status === 'started' ? assessmentOf(state, photoId) : undefined;
    return {
      answer: { ...first, testLimit: assessment?.testLimit ?? first.testLimit },
      events: history.filter(({ eventId }) => first.eventIds.includes(eventId)),
    };
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, ...wanted }: AdjustRequest,
    idOf: IdOf,
    at: string,
  ): Promise<Identified<PhotoAssessmentEvent>[] | undefined> {
    const { photoId } = wanted;
    await this.ownerPhotos.requireOwn(ownerId, [photoId]);
    const owner = await unit.load(ownerStreams, ownerId);
    const photoAssessmentId = owner.state.photoAssessmentsByPhoto[photoId];
    if (photoAssessmentId === undefined) throw notBeingAssessed();
    const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
    const ids = { holdId: idOf('hold'), refundId: uuidv7() };
    if (photoAssessment.state.status === 'started' && photoAssessment.state.usedHoldIds.includes(ids.holdId))
      return undefined;
    const isOnboarding = !owner.state.hasMadeFirstProfile;
    const events = photoAssessment.decide({ type: 'AdjustAssessment', ownerId, ...wanted, ...ids, isOnboarding, at });
    if (events.some((event) => event.type === 'AssessedPhotoExtended' && event.data.isReopened)) {
      owner.decide({ type: 'RecordReopening', ownerId, photoAssessmentId, photoId, at });
    }
    return events;
  }
}

function answerOf(events: readonly Identified<PhotoAssessmentEvent>[], remainingTokens: number | null): AdjustAnswer {
  const shrunk = events.find((event) => event.type === 'AssessedPhotoShrunk')?.data;
  const extended = events.find((event) => event.type === 'AssessedPhotoExtended')?.data;
  return {
    refundTokens: shrunk?.refundTokens ?? 0,
    refundId: shrunk?.refundId ?? null,
    remainingTokens,
    testLimit: (shrunk ?? extended)?.testLimit ?? null,
    eventIds: events.map(({ eventId }) => eventId),
  };
}

/** @returns the key that serialises commands about a photo's newest assessment with one another and with submissions */
export async function photoSerialKey(
  commands: Commands,
  { userId, photoId }: { userId: string; photoId: string },
): Promise<string> {
  const { state } = await commands.load(ownerStreams, userId);
  const photoAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return photoAssessmentId === undefined ? `photo ${photoId}` : photoAssessmentStreamId(photoAssessmentId);
}
