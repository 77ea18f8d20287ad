import { type CommandContext, Commands, DomainError, type RecordedEvent } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { assessorStreams } from '../aggregates.js';
import { requireRemaining } from '../participants/participants.rows.js';
import { recordAppeal } from './assessor-appeals.rows.js';
import type { AssessorCommand } from './domain/decide.js';
import { assessorStreamId } from './domain/events.js';

type Wanted =
  | Omit<Extract<AssessorCommand, { type: 'Appeal' }>, 'at'>
  | Omit<Extract<AssessorCommand, { type: 'Reinstate' }>, 'at'>;

/** What people do about a standing: the assessor appeals, support reinstates. Under the same key again, nothing. */
@Injectable()
export class ChangeStanding {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError CONFLICT where the standing is another */
  async run(command: Wanted, context: CommandContext, appeal?: string): Promise<RecordedEvent[]> {
    const { assessorId } = command;
    const { events } = await this.commands.execute(
      context,
      { serialBy: assessorStreamId(assessorId) },
      async (unit) => {
        (await unit.load(assessorStreams, assessorId)).decide({ ...command, at: this.clock().toISOString() });
        if (appeal !== undefined) {
          unit.guardAppend((session) => requireRemaining(session, assessorId));
          unit.writeWithEvents((session) => recordAppeal(session, assessorId, appeal));
        }
        return { isDone: true };
      },
    );
    return events;
  }
}

export const assessorUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such assessor.');
