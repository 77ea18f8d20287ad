import { DomainError, EventStore, type RecordedEvent, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { RaterCommand } from '../domain/rater-quality/decide.js';
import { recordAppeal } from '../records/rater-appeals.js';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { appendOf, identified, Streams } from './streams.js';

type Wanted =
  | Omit<Extract<RaterCommand, { type: 'Appeal' }>, 'at'>
  | Omit<Extract<RaterCommand, { type: 'Reinstate' }>, 'at'>;

/** What people do about a standing: the rater appeals, support reinstates. Under the same key again, nothing. */
@Injectable()
export class ChangeStanding {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** The words of an appeal are kept before it is one. @throws DomainError CONFLICT where the standing is another */
  run(command: Wanted, context: CommandContext, appeal?: string): Promise<RecordedEvent[]> {
    return this.streams.inTurn(`rater ${command.raterId}`, async () => {
      if (await firstAnswer(this.store, context.idempotency)) return [];
      const rater = await this.streams.loadRater(command.raterId);
      const events = identified(deciders.rater.decide({ ...command, at: this.streams.now() }, rater.state));
      if (appeal !== undefined) await recordAppeal(sessionOfClient(this.store.pool), command.raterId, appeal);
      const outcome = await this.streams.append(appendOf(rater, events), context, { isDone: true });
      return outcome.outcome === 'appended' ? outcome.events : [];
    });
  }
}

export const raterUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such assessor.');
