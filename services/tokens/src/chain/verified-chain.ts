import {
  type EventPosition,
  type EventStore,
  type SqlSession,
  sessionOfClient,
  startPosition,
} from '@candid/event-store';
import { firstHash } from './link.js';

/** Up to where the chain was found right. */
export interface VerifiedLink {
  /** 0 before the first. */
  number: number;
  /** Hex. */
  hash: string;
  /** Of its event. */
  position: EventPosition;
}

export const chainStart: VerifiedLink = { number: 0, hash: firstHash, position: startPosition };

const lastSql = `select number::text, encode(hash, 'hex') as hash, transaction_id::text, global_position::text
  from verified_chain order by verified_chain.number desc, id desc limit 1`;
const addSql = `insert into verified_chain (is_full, number, hash, transaction_id, global_position)
  values ($1, $2::bigint, decode($3, 'hex'), $4::text::xid8, $5::text::bigint)`;

interface LastRow {
  number: string;
  hash: string;
  transaction_id: string;
  global_position: string;
}

/** What earlier verifications found right: a later one goes on from there. */
export class VerifiedChain {
  private readonly session: SqlSession;

  constructor({ pool }: EventStore) {
    this.session = sessionOfClient(pool);
  }

  async last(): Promise<VerifiedLink> {
    const [row] = await this.session.query<LastRow>(lastSql);
    if (!row) return chainStart;
    const position = { transactionId: BigInt(row.transaction_id), globalPosition: BigInt(row.global_position) };
    return { number: Number(row.number), hash: row.hash, position };
  }

  async add({ number, hash, position }: VerifiedLink, { isFull }: { isFull: boolean }): Promise<void> {
    const place = [String(position.transactionId), String(position.globalPosition)];
    await this.session.query(addSql, [isFull, number, hash, ...place]);
  }

  /** After a fault nothing is taken on trust, until a full run finds all of it right. */
  async forget(): Promise<void> {
    await this.session.query('delete from verified_chain');
  }
}
