import { type CommandContext, Commands, DomainError, type RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { assessorStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import type { RaterCommand } from './domain/decide.js';
import { raterStreamId } from './domain/events.js';
import { recordAppeal } from './rater-appeals.rows.js';

type Wanted =
  | Omit<Extract<RaterCommand, { type: 'Appeal' }>, 'at'>
  | Omit<Extract<RaterCommand, { type: 'Reinstate' }>, 'at'>;

/** What people do about a standing: the rater appeals, support reinstates. Under the same key again, nothing. */
@Injectable()
export class ChangeStanding {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError CONFLICT where the standing is another */
  async run(command: Wanted, context: CommandContext, appeal?: string): Promise<RecordedEvent[]> {
    const { raterId } = command;
    const { events } = await this.commands.execute(context, { serialBy: raterStreamId(raterId) }, async (unit) => {
      (await unit.load(assessorStreams, raterId)).decide({ ...command, at: this.clock().toISOString() });
      if (appeal !== undefined) unit.writeWithEvents((session) => recordAppeal(session, raterId, appeal));
      return { isDone: true };
    });
    return events;
  }
}

export const raterUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such assessor.');
