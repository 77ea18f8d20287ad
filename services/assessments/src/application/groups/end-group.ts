import { EventStore, type RecordedEvent, type StreamAppend } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { GroupEndReason } from '../../domain/group/events.js';
import type { GroupState } from '../../domain/group/state.js';
import type { OwnerState } from '../../domain/owner/state.js';
import { type CommandContext, firstAnswer } from '../command-context.js';
import * as deciders from '../deciders.js';
import { appendOf, type History, type IdentifiedEvent, identified, Streams } from '../streams.js';
import { ownerEventsOf } from './owner-events.js';

/** Stored with the idempotency key. */
export interface EndGroupAnswer {
  refundedTokens: number;
  /** Of the refund; null where nothing goes back. */
  refundId: string | null;
}

/** Ends what runs of a group, or confirms what is complete. */
@Injectable()
export class EndGroup {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  run(
    { userId, groupId }: { userId: string; groupId: string },
    context: CommandContext,
  ): Promise<{ answer: EndGroupAnswer; events: RecordedEvent[] }> {
    return this.streams.inTurn(`group ${groupId}`, async () => {
      const known = await firstAnswer<EndGroupAnswer>(this.store, context.idempotency);
      if (known) return { answer: known, events: [] };
      const [group, owner] = [await this.streams.loadGroup(groupId), await this.streams.loadOwner(userId)];
      const { streams, events } = decideGroupEnd(
        group,
        owner,
        { ownerId: userId, reason: 'owner' },
        this.streams.now(),
      );
      const answer = answerOf(events);
      const outcome = await this.streams.append(streams, context, answer);
      if (outcome.outcome === 'replayed') return { answer: outcome.answer as EndGroupAnswer, events: [] };
      return { answer, events: outcome.events };
    });
  }
}

export interface GroupEnding {
  streams: StreamAppend[];
  ownerEvents: ReturnType<typeof ownerEventsOf>;
  groupAppends: StreamAppend[];
  events: IdentifiedEvent[];
}

/** @returns the events of both streams that belong together; `ownerEvents` also alone, for a larger append */
export function decideGroupEnd(
  group: History<GroupState>,
  owner: History<OwnerState>,
  { ownerId, reason }: { ownerId: string; reason: GroupEndReason },
  at: string,
): GroupEnding {
  const events = identified(deciders.group.decide({ type: 'EndGroup', ownerId, reason, at }, group.state));
  const ownerEvents = ownerEventsOf(events, owner.state);
  const groupAppends = appendOf(group, events);
  return { streams: [...groupAppends, ...appendOf(owner, identified(ownerEvents))], ownerEvents, groupAppends, events };
}

export function refundTokensOf(events: readonly IdentifiedEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'GroupEnded' ? event.data.refundTokens : 0), 0);
}

function answerOf(events: readonly IdentifiedEvent[]): EndGroupAnswer {
  const ended = events.find((event) => event.type === 'GroupEnded');
  const refundedTokens = refundTokensOf(events);
  if (ended?.type !== 'GroupEnded' || refundedTokens === 0) return { refundedTokens, refundId: null };
  return { refundedTokens, refundId: ended.data.assessmentId };
}
