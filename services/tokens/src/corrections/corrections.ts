import type { Correction, TransferId } from '@candid/contracts';
import {
  type Aggregate,
  addWorkItem,
  Commands,
  type EventMetadata,
  type SqlSession,
  type TransactionalUnit,
  type UnitOfWork,
} from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { invalidField, isoTime, pageOf } from '../kernel/paging.js';
import {
  type CorrectionCommand,
  type CorrectionEvent,
  type CorrectionState,
  correctionStreamId,
} from './correction.js';
import { correctionDecider } from './decide.js';

export const correctionStreams: Aggregate<CorrectionState, CorrectionCommand, CorrectionEvent> = {
  ...correctionDecider,
  streamOf: correctionStreamId,
};

/** Writes events, row and due booking (a work item) of a correction in one transaction. */
@Injectable()
export class Corrections {
  constructor(private readonly commands: Commands) {}

  /** Throws the decision's DomainError. */
  run(correctionId: string, command: CorrectionCommand, metadata: EventMetadata): Promise<CorrectionState> {
    return this.runMade(correctionId, async () => command, metadata);
  }

  /** Calls `make` inside the transaction, with the correction's current state. */
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

  /** Decides in the transaction of another command. Returns the state after the decision. */
  async decide(unit: UnitOfWork, correctionId: string, command: CorrectionCommand): Promise<CorrectionState> {
    const correction = await unit.load(correctionStreams, correctionId);
    const event = correction.decide(command).at(-1);
    const { state } = correction;
    if (!event) return state;
    unit.writeWithEvents(async (session) => {
      await saveCorrection(session, correctionId, state);
      if (state.status !== 'due') return;
      // Each event that makes a correction due adds one item, so a second approval after a refusal adds a second item.
      const payload: CorrectionPayload = { correctionId };
      await addWorkItem(session, { id: `correction-${event.eventId}`, queue: CORRECTIONS_QUEUE, payload });
    });
    return state;
  }
}

/** The row is written with the events, so that a reader of an event finds the row. */
async function saveCorrection(session: SqlSession, correctionId: string, state: CorrectionState): Promise<void> {
  if (state.status === 'none') {
    await session.query('delete from corrections where correction_id = $1::uuid', [correctionId]);
    return;
  }
  const { request } = state;
  // The decision is shown only after the booking, which may still be refused.
  const decision = 'decision' in state && state.status !== 'due' ? state.decision : undefined;
  await session.query(
    `insert into corrections (correction_id, user_id, amount, reason, ticket, corrects, state, requested_by, requested_at,
       decided_by, decided_at, decision_reason, transfer_id)
     values ($1::uuid, $2::uuid, $3::int, $4, $5, $6::uuid, $7, $8::uuid, $9::timestamptz, $10::uuid, $11::timestamptz, $12,
       $13::uuid)
     on conflict (correction_id) do update set state = excluded.state, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at, decision_reason = excluded.decision_reason, transfer_id = excluded.transfer_id`,
    [
      ...[correctionId, request.userId, request.amountTokens, request.reason, request.ticket ?? null],
      ...[request.corrects ?? null, shownStateOf(state), request.requestedBy, request.requestedAt],
      ...[decision?.by ?? null, decision?.at ?? null, decision?.reason ?? null],
      state.status === 'booked' ? state.transferId : null,
    ],
  );
}

const shownStateOf = ({ status }: CorrectionState): string => (status === 'due' ? 'waiting' : status);

const columns = `correction_id as "correctionId", user_id as "userId", amount, reason, ticket, corrects, state,
  requested_by as "requestedBy", ${isoTime('requested_at')} as "requestedAt", decided_by as "decidedBy",
  ${isoTime('decided_at')} as "decidedAt", decision_reason as "decisionReason", transfer_id as "transferId"`;

export async function findCorrection(session: SqlSession, correctionId: string): Promise<Correction | undefined> {
  const sql = `select ${columns} from corrections where correction_id = $1::uuid`;
  return (await session.query<Correction>(sql, [correctionId]))[0];
}

const pageSql = `select ${columns} from corrections
  where ($1::text is null or state = $1)
    and (requested_at, correction_id) < (coalesce($2::timestamptz, 'infinity'), $3::uuid)
  order by requested_at desc, correction_id desc limit $4::int`;

/** Lists the newest first. Throws DomainError VALIDATION_FAILED if `cursor` is not from one of these pages. */
export async function listCorrections(
  session: SqlSession,
  { state, cursor, limit }: { state?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ corrections: Correction[]; nextCursor: string | null }> {
  const [at = null, id = null] = cursor === undefined ? [] : splitCursor(cursor);
  const rows = await session.query<Correction>(pageSql, [state ?? null, at, id, limit + 1]);
  const { shown, nextCursor } = pageOf(rows, limit, (last) => `${last.requestedAt}@${last.correctionId}`);
  return { corrections: shown, nextCursor };
}

/** Lists the oldest first. */
export async function transfersCorrecting(session: SqlSession, transferId: string): Promise<TransferId[]> {
  const rows = await session.query<{ transferId: TransferId }>(
    `select transfer_id as "transferId" from corrections where corrects = $1::uuid and state = 'booked'
      order by requested_at, correction_id`,
    [transferId],
  );
  return rows.map(({ transferId: correcting }) => correcting);
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)@([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

function splitCursor(cursor: string): [at: string, id: string] {
  const [, at, id] = cursorPattern.exec(cursor) ?? [];
  if (at !== undefined && id !== undefined && !Number.isNaN(Date.parse(at)) && !at.startsWith('0000')) return [at, id];
  throw invalidField('cursor', 'This is not a cursor of these pages.');
}

export const CORRECTIONS_QUEUE = 'corrections';

export interface CorrectionPayload {
  correctionId: string;
}
