import { EventStore, type RecordedEvent, type StreamAppend } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { OwnerEvent } from '../domain/owner/events.js';
import type { OwnerState } from '../domain/owner/state.js';
import type { TestEvent } from '../domain/test/events.js';
import type { TestState } from '../domain/test/state.js';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { decideGroupEnd } from './groups/end-group.js';
import { appendOf, type History, type IdentifiedEvent, identified, Streams } from './streams.js';

export interface EndRequest {
  userId: string;
  photoId: string;
  /** The photo is about to be deleted. */
  isRemoved: boolean;
  /** The photo is about to leave the planner, if it stands there. */
  leavesPlanner?: boolean;
  /** Where somebody is working for it, it shrinks to those and does not end yet. */
  sparesPlaces?: boolean;
}

/** Stored with the idempotency key. */
export interface EndAnswer {
  refundTokens: number;
  resetOccurred: boolean;
  photoIds: string[];
  eventIds: string[];
  resetEventIds: string[];
}

export interface EndResult {
  answer: EndAnswer;
  events: RecordedEvent[];
}

/** Ends the photo's running assessment, if there is one, or starts the owner's first assessment over. */
@Injectable()
export class EndAssessment {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  async run(request: EndRequest, context: CommandContext): Promise<EndResult> {
    const known = await firstAnswer<EndAnswer>(this.store, context.idempotency);
    if (known) return { answer: known, events: [] };
    return this.streams.inTurn(`end of ${request.photoId}`, async () => {
      const owner = await this.streams.loadOwner(request.userId);
      const testId = owner.state.testsByPhoto[request.photoId];
      const test = testId === undefined ? undefined : await this.streams.loadTest(testId);
      const { testAppends, events, ownerEvents } = test ? decideEnd(request, test, owner, this.streams.now()) : nothing;
      const group = await this.endProfile(request, owner);
      const answer = answerOf([...events, ...group.events]);
      const ownerAppends = appendOf(owner, identified([...ownerEvents, ...group.ownerEvents]));
      const outcome = await this.streams.append(
        [...testAppends, ...group.groupAppends, ...ownerAppends],
        context,
        answer,
      );
      if (outcome.outcome === 'replayed') return { answer: outcome.answer as EndAnswer, events: [] };
      return { answer, events: outcome.events };
    });
  }

  /** A profile assessment that the photo is part of ends with its leaving, so that its refund is in the same answer. */
  private async endProfile({ userId: ownerId, photoId, leavesPlanner }: EndRequest, owner: History<OwnerState>) {
    const none = { groupAppends: [], ownerEvents: [], events: [] };
    if (!leavesPlanner || !owner.state.groupRun) return none;
    const group = await this.streams.loadGroup(owner.state.groupRun.groupId);
    if (group.state.status !== 'known' || !group.state.photoIds.includes(photoId)) return none;
    return decideGroupEnd(group, owner, { ownerId, reason: 'profile-changed' }, this.streams.now());
  }
}

interface EndDecision {
  appends: StreamAppend[];
  /** The same in parts, for a larger append. */
  testAppends: StreamAppend[];
  ownerEvents: OwnerEvent[];
  events: IdentifiedEvent<TestEvent>[];
}

const nothing: EndDecision = { appends: [], testAppends: [], ownerEvents: [], events: [] };

/** @returns the events of both streams that belong together; none for a test that has not started */
export function decideEnd(
  { userId, photoId, isRemoved, sparesPlaces }: EndRequest,
  test: History<TestState>,
  owner: History<OwnerState>,
  at: string,
): EndDecision {
  if (test.state.status !== 'started') return nothing;
  const isOnboarding = !owner.state.hasMadeFirstProfile;
  const sparingPlaces = sparesPlaces ? { refundId: uuidv7() } : undefined;
  const end = { type: 'EndAssessment', ownerId: userId, photoId, isRemoved, isOnboarding } as const;
  const command = { ...end, sparingPlaces, at };
  const events = identified(deciders.test.decide(command, test.state));
  const { testId } = test.state;
  const hasReset = events.some((event) => event.type === 'FirstAssessmentReset');
  const ownerEvents = hasReset
    ? deciders.owner.decide({ type: 'RestartOnboarding', ownerId: userId, testId }, owner.state)
    : events.flatMap((event) =>
        event.type === 'AssessmentEnded'
          ? deciders.owner.decide(
              { type: 'RecordPhotoLeft', ownerId: userId, photoId: event.data.photoId, at },
              owner.state,
            )
          : [],
      );
  const testAppends = appendOf(test, events);
  const appends = [...testAppends, ...appendOf(owner, identified(ownerEvents))];
  return { appends, testAppends, ownerEvents, events };
}

function answerOf(events: IdentifiedEvent[]): EndAnswer {
  const answer: EndAnswer = { refundTokens: 0, resetOccurred: false, photoIds: [], eventIds: [], resetEventIds: [] };
  for (const event of events) {
    if (event.type === 'GroupEnded') answer.refundTokens += event.data.refundTokens;
    if (event.type === 'AssessmentEnded') {
      answer.refundTokens += event.data.refundTokens;
      answer.photoIds.push(event.data.photoId);
      answer.eventIds.push(event.eventId);
    } else if (event.type === 'FirstAssessmentReset') {
      answer.resetOccurred = true;
      answer.photoIds = event.data.photoIds;
      answer.resetEventIds.push(event.eventId);
    }
  }
  return answer;
}
