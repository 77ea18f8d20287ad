import {
  type EventMetadata,
  EventStore,
  inTransaction,
  type RecordedEvent,
  type SqlSession,
  VersionConflictError,
} from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { CorrectionCommand } from '../domain/correction/commands.js';
import { decide } from '../domain/correction/decide.js';
import { type CorrectionEvent, correctionStreamId } from '../domain/correction/events.js';
import { type CorrectionState, evolve, initialState } from '../domain/correction/state.js';
import { addCorrectionBooking } from '../jobs/corrections/corrections.job.js';
import { saveCorrection } from '../records/corrections.js';

export interface KnownCorrection {
  state: CorrectionState;
  history: RecordedEvent[];
}

interface CorrectionOutcome {
  state: CorrectionState;
  event?: RecordedEvent | undefined;
}

const conflictRetries = 3;

/** Runs a command on one correction: its events, its row, and the booking that is due (a work item) in one transaction. */
@Injectable()
export class Corrections {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** Throws what `decide` throws. */
  run(correctionId: string, command: CorrectionCommand, metadata: EventMetadata): Promise<CorrectionState> {
    return this.runMade(correctionId, async () => command, metadata);
  }

  /** The command is made inside the transaction, of what is known of the correction there. */
  async runMade(
    correctionId: string,
    make: (session: SqlSession, state: CorrectionState) => Promise<CorrectionCommand>,
    metadata: EventMetadata,
  ): Promise<CorrectionState> {
    for (let retriesLeft = conflictRetries; ; retriesLeft -= 1) {
      try {
        const { state, event } = await inTransaction(this.store.pool, async (session) => {
          const known = await this.loadWithin(session, correctionId);
          return this.appendWithin(session, correctionId, known, await make(session, known.state), metadata);
        });
        this.announce(event);
        return state;
      } catch (error) {
        if (!(error instanceof VersionConflictError) || retriesLeft === 0) throw error;
      }
    }
  }

  /** Inside the caller's transaction, after whose commit `announce` is due. */
  async runWithin(
    session: SqlSession,
    correctionId: string,
    command: CorrectionCommand,
    metadata: EventMetadata,
  ): Promise<CorrectionOutcome> {
    return this.appendWithin(session, correctionId, await this.loadWithin(session, correctionId), command, metadata);
  }

  private async appendWithin(
    session: SqlSession,
    correctionId: string,
    { state, history }: KnownCorrection,
    command: CorrectionCommand,
    metadata: EventMetadata,
  ): Promise<CorrectionOutcome> {
    const decided = decide(command, state);
    if (decided.length === 0) return { state };
    const next = decided.reduce(evolve, state);
    const append = { streamId: correctionStreamId(correctionId), expectedVersion: history.length, events: decided };
    const appended = await this.store.appendWithin(session, { streams: [append], metadata });
    const event = appended.outcome === 'appended' ? appended.events.at(-1) : undefined;
    await saveCorrection(session, correctionId, next);
    if (next.status === 'due' && event) await addCorrectionBooking(session, correctionId, event.eventId);
    return { state: next, event };
  }

  async loadWithin(session: SqlSession, correctionId: string): Promise<KnownCorrection> {
    const history = await this.store.loadWithin(session, correctionStreamId(correctionId));
    return { state: (history as unknown as CorrectionEvent[]).reduce(evolve, initialState()), history };
  }

  announce(event: RecordedEvent | undefined): void {
    if (event) this.store.announceCommit(event);
  }
}
