import {
  assessmentsEvents,
  identityEvents,
  type LiveEvents,
  moderationEvents,
  profileAssessmentsEvents,
  tokensEvents,
} from '@candid/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { z } from 'zod';
import { hearEvent } from './hear-event.js';

type LiveName = keyof typeof LiveEvents;
type Send = (event: string) => void;
type Decided = Pick<z.output<typeof moderationEvents.DecisionUndone.data>, 'toldTo' | 'photoId'>;

const STREAMS_PER_USER_MAX = 8;

/**
 * Tells connected browsers what the services have published. At most once: a browser that misses something finds it by
 * polling, so nothing here is stored or repeated.
 */
export class LiveFeed {
  private readonly listeners = new Map<string, Set<Send>>();
  private readonly stops: (() => void)[];

  constructor(nats: NatsConnection) {
    const hear: typeof hearEvent = (connection, type, listener) =>
      hearEvent(connection, type, listener, () => this.listeners.size > 0);
    this.stops = [
      hear(nats, assessmentsEvents.PhotoResultsUpdated, ({ data: { userId, ...rating } }) =>
        this.tell(userId, 'rating', rating),
      ),
      hear(nats, tokensEvents.BalanceChanged, ({ data }) =>
        this.tell(data.userId, 'balance', { tokenCount: data.availableTokens }),
      ),
      hear(nats, identityEvents.AccountChanged, ({ data: { userId, ...counts } }) =>
        this.tell(userId, 'notification', counts),
      ),
      hear(nats, assessmentsEvents.PhotoAssessmentStarted, ({ data }) =>
        this.tell(data.userId, 'assessment', { testId: data.photoAssessmentId, state: 'started' }),
      ),
      hear(nats, assessmentsEvents.PhotoAssessmentCompleted, ({ data }) =>
        this.tell(data.userId, 'assessment', { testId: data.photoAssessmentId, state: 'completed' }),
      ),
      hear(nats, assessmentsEvents.AssessedPhotoEnded, ({ data }) =>
        this.tell(data.userId, 'assessment', { testId: data.photoAssessmentId, state: 'ended' }),
      ),
      hear(nats, profileAssessmentsEvents.ProfileRoundStarted, ({ data }) =>
        this.tell(data.userId, 'assessment', { groupId: data.profileAssessmentId, state: 'started' }),
      ),
      hear(nats, profileAssessmentsEvents.ProfileRatingAccepted, ({ data }) =>
        this.tell(data.userId, 'assessment', { groupId: data.profileAssessmentId, state: 'rated' }),
      ),
      hear(nats, profileAssessmentsEvents.ProfileRoundCompleted, ({ data }) =>
        this.tell(data.userId, 'assessment', { groupId: data.profileAssessmentId, state: 'completed' }),
      ),
      hear(nats, profileAssessmentsEvents.ProfileRoundEnded, ({ data }) =>
        this.tell(data.userId, 'assessment', { groupId: data.profileAssessmentId, state: 'ended' }),
      ),
      ...this.hearModeration(nats, hear),
    ];
  }

  /** Notifies only the person whose photo or account the case is about, if they may learn of the decision. */
  private hearModeration(nats: NatsConnection, hear: typeof hearEvent): (() => void)[] {
    const { PhotoHeld, PhotoHoldReleased, CaseDecided, DecisionUndone, AppealDecided } = moderationEvents;
    const tellDecided = ({ data: { toldTo, photoId } }: { data: Decided }) => {
      if (toldTo !== null) this.tell(toldTo, 'assessment', { ...(photoId !== null && { photoId }), state: 'decided' });
    };
    return [
      hear(nats, PhotoHeld, ({ data: { userId, photoId } }) =>
        this.tell(userId, 'assessment', { photoId, state: 'held' }),
      ),
      hear(nats, PhotoHoldReleased, ({ data: { userId, photoId } }) =>
        this.tell(userId, 'assessment', { photoId, state: 'released' }),
      ),
      hear(nats, CaseDecided, tellDecided),
      hear(nats, DecisionUndone, tellDecided),
      hear(nats, AppealDecided, tellDecided),
    ];
  }

  /** @returns how to leave, or undefined when the user has too many streams open */
  join(userId: string, send: Send): (() => void) | undefined {
    const own = this.listeners.get(userId) ?? new Set<Send>();
    if (own.size >= STREAMS_PER_USER_MAX) return undefined;
    own.add(send);
    this.listeners.set(userId, own);
    return () => {
      own.delete(send);
      if (own.size === 0) this.listeners.delete(userId);
    };
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.listeners.clear();
  }

  private tell<Name extends LiveName>(userId: string, name: Name, data: z.input<(typeof LiveEvents)[Name]>): void {
    const listeners = this.listeners.get(userId);
    if (!listeners) return;
    const event = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const send of listeners) send(event);
  }
}
