import { randomUUID } from 'node:crypto';
import type { PublishedEvent } from '@candid/contracts';
import { uuidOf } from '@candid/event-store';
import type pg from 'pg';

export const freshPrefix = 'ffffffff-';

const ratings = 8;
const priceTokens = 5;
const startTokens = ratings * priceTokens;

interface Booking {
  code: string;
  key: string;
  from: string;
  to: string;
  tokens: number;
}

const freshId = (): string => randomUUID().replace(/^.{9}/, freshPrefix);
const now = new Date().toISOString();

const bookSql = `with booking as (
    select row_number() over () as number, id, code, key, "from", "to", tokens
      from json_to_recordset($1::json) as one(id uuid, code text, key text, "from" text, "to" text, tokens bigint)
  ), event as (
    insert into events (event_id, stream_id, stream_version, type, data, metadata)
    select id, 'transfer-' || id, 1, 'TransferPosted', jsonb_build_object('code', code, 'idempotencyKey', key, 'effectiveAt', $2::text,
        'postings', jsonb_build_object("from", -tokens, "to", tokens)), jsonb_build_object('correlationId', key)
      from booking order by number returning event_id, global_position, recorded_at
  ), transfer as (
    insert into transfers (transfer_id, version, status, code, amount, idempotency_key, correlation_id, effective_at, recorded_at)
    select id, 1, 'posted', code, tokens, key, key, $2::timestamptz, recorded_at from booking join event on event_id = id
  ), entry as (
    select id, global_position, recorded_at, account, amount
      from booking join event on event_id = id, lateral (values ("from", -tokens), ("to", tokens)) leg(account, amount)
  ), posting as (
    insert into postings (account, global_position, transfer_id, recorded_at, amount, balance)
    select account, global_position, id, recorded_at, amount, case when account like 'platform:%' then null
        else sum(amount) over (partition by account order by global_position) end from entry
  )
  insert into accounts (account, posted)
  select account, sum(amount) from entry where account not like 'platform:%' group by account`;

export class NewTransfers {
  private readonly bookings: Booking[] = [];
  private readonly events: PublishedEvent[] = [];

  constructor(assessments: number) {
    for (let each = 0; each < assessments; each += 1) this.assess();
  }

  /** Answers in place of the assessments service, but only with the new events: no earlier ones are read. */
  readonly rpc = {
    call: async (_: unknown, { cursor = '0', limit }: { cursor?: string; limit: number }) => {
      const events = this.events.slice(Number(cursor), Number(cursor) + limit);
      return { events, cursor: String(Number(cursor) + events.length), isLast: events.length < limit };
    },
  };

  async book(pool: pg.Pool): Promise<void> {
    const rows = this.bookings.map((booking) => ({ ...booking, id: uuidOf(`transfer ${booking.key}`) }));
    await pool.query(bookSql, [JSON.stringify(rows), now]);
  }

  private assess(): void {
    const [userId, assessmentId, photoAssessmentId, holdId, photoId] = [
      freshId(),
      freshId(),
      freshId(),
      freshId(),
      freshId(),
    ];
    const [user, escrow] = [`user:${userId}`, `escrow:${assessmentId}`];
    this.bookings.push(
      { code: 'grant', key: `welcome:${userId}`, from: 'platform:grants', to: user, tokens: startTokens },
      { code: 'hold', key: `hold:${holdId}`, from: user, to: escrow, tokens: startTokens },
    );
    const photo = { assessmentId, photoId };
    this.publish('PhotoAssessmentStarted', {
      ...{ photoAssessmentId, userId, isFirstAssessment: false, holdId, startedAt: now },
      assessments: [{ ...photo, testLimit: ratings, amountTokens: startTokens }],
    });
    for (let each = 0; each < ratings; each += 1) {
      const [submissionId, assessorId] = [freshId(), freshId()];
      this.bookings.push(
        {
          code: 'consume',
          key: `consume:${submissionId}:${assessmentId}`,
          from: escrow,
          to: 'platform:revenue',
          tokens: priceTokens,
        },
        {
          code: 'reward',
          key: `reward:${submissionId}`,
          from: 'platform:rewards',
          to: `user:${assessorId}`,
          tokens: priceTokens,
        },
      );
      this.publish('RatingsAccepted', {
        ...{ submissionId, photoAssessmentId, userId, assessorId, rewardTokens: priceTokens, acceptedAt: now },
        ratings: [{ ...photo, isRated: true, consumedTokens: priceTokens }],
      });
    }
  }

  private publish(type: string, data: object): void {
    this.events.push({ eventId: freshId(), correlationId: freshId(), type, recordedAt: now, data });
  }
}
