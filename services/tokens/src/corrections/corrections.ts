import {
  type Aggregate,
  Commands,
  type EventMetadata,
  type SqlSession,
  type TransactionalUnit,
  type UnitOfWork,
} from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { addCorrectionBooking } from './corrections.job.js';
import { saveCorrection } from './corrections.rows.js';
import type { CorrectionCommand } from './domain/commands.js';
import { correctionDecider } from './domain/decide.js';
import { type CorrectionEvent, correctionStreamId } from './domain/events.js';
import type { CorrectionState } from './domain/state.js';

export const correctionStreams: Aggregate<CorrectionState, CorrectionCommand, CorrectionEvent> = {
  ...correctionDecider,
  streamOf: correctionStreamId,
};

/** Commands on one correction: its events, its row, and the booking that is due (a work item) are one transaction. */
@Injectable()
export class Corrections {
  constructor(private readonly commands: Commands) {}

  /** @throws DomainError of the decision */
  run(correctionId: string, command: CorrectionCommand, metadata: EventMetadata): Promise<CorrectionState> {
    return this.runMade(correctionId, async () => command, metadata);
  }

  /** The command is made inside the transaction, from the correction's state there. */
  async runMade(
    correctionId: string,
    make: (session: SqlSession, state: CorrectionState) => Promise<CorrectionCommand>,
    metadata: EventMetadata,
  ): Promise<CorrectionState> {
    const work = async (unit: TransactionalUnit) => {
      const { state } = await unit.load(correctionStreams, correctionId);
      return this.decide(unit, correctionId, await make(unit.session, state));
    };
    return (await this.commands.executeInTransaction({ metadata }, {}, work)).answer;
  }

  /** As a part of another command. @returns the state after the events */
  async decide(unit: UnitOfWork, correctionId: string, command: CorrectionCommand): Promise<CorrectionState> {
    const correction = await unit.load(correctionStreams, correctionId);
    const event = correction.decide(command).at(-1);
    const { state } = correction;
    if (!event) return state;
    unit.writeWithEvents(async (session) => {
      await saveCorrection(session, correctionId, state);
      if (state.status === 'due') await addCorrectionBooking(session, correctionId, event.eventId);
    });
    return state;
  }
}
