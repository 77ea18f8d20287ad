import { randomUUID } from 'node:crypto';
import { correctionsRpc, type UserId } from '@candid/contracts';
import { Commands, type EventMetadata, EventStore, sessionOfClient } from '@candid/event-store';
import { eventually, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ledger, LedgerConnection } from '../ledger/ledger.js';
import type { TransferOutcome } from '../ledger/transfers.js';
import { Transfers } from '../ledger/transfers.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { type BalanceCorrection, BookCorrection, CorrectBalance } from './book-correction.js';
import { Corrections, findCorrection } from './corrections.js';

const [kim, lee] = [randomUUID(), randomUUID()] as [UserId, UserId];

/** Returns the ledger's answer only after a call of `tell`. */
class SlowToTell extends CorrectBalance {
  hasAnswer = false;
  private goOn!: () => void;
  private readonly mayGoOn = new Promise<void>((resolve) => {
    this.goOn = resolve;
  });

  override async run(correction: BalanceCorrection, metadata: EventMetadata): Promise<TransferOutcome> {
    try {
      return await super.run(correction, metadata);
    } finally {
      this.hasAnswer = true;
      await this.mayGoOn;
    }
  }

  tell(): void {
    this.goOn();
  }
}

describe('a correction that two processes book at once', () => {
  let tokens: TokensFixture;
  let connection: LedgerConnection;
  let store: EventStore;
  beforeAll(async () => {
    tokens = await TokensFixture.start();
    connection = new LedgerConnection({ connectionString: sessionUrlOf(tokens.databaseUrl) }, () => undefined);
    store = new EventStore({ pool: tokens.pool });
  });
  afterAll(async () => {
    await connection.end();
    await tokens.stop();
  });

  const staff = (who: UserId) => tokens.context(who, { roles: ['support'] });
  const ask = async (userId: UserId, amountTokens: number, by = kim) => {
    const order = { userId, amountTokens, reason: 'lost in a crash' };
    return (await tokens.rpc.call(correctionsRpc.requestCorrection, order, staff(by))).correction.correctionId;
  };
  const process = () => {
    const ledger = new Ledger({ connection, onCommitted: () => undefined });
    const telling = new SlowToTell(new Transfers(ledger, store), tokens.clock);
    const commands = new Commands(store);
    const corrections = new Corrections(commands);
    return { telling, booking: new BookCorrection(store, commands, corrections, telling, tokens.clock) };
  };
  const isWaitingForLock = async () => {
    const { rowCount } = await tokens.pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount! > 0;
  };

  it('is not said to be refused after the other has booked it', async () => {
    const userId = await tokens.newUser();
    await ask(userId, 200);
    const correctionId = await ask(userId, -230, lee);
    await ask(userId, -20, lee);
    const approval = { type: 'ApproveCorrection', by: kim, idempotencyKey: randomUUID() } as const;
    const metadata = { correlationId: randomUUID(), actor: kim };
    await new Corrections(new Commands(store)).run(
      correctionId,
      { ...approval, at: tokens.clock().toISOString() },
      metadata,
    );

    const [short, rich] = [process(), process()];
    const refused = short.booking.run(correctionId);
    await eventually(async () => expect(short.telling.hasAnswer).toBe(true));
    await ask(userId, 30, lee);
    const booked = rich.booking.run(correctionId);
    await eventually(async () => expect(rich.telling.hasAnswer || (await isWaitingForLock())).toBe(true));
    short.telling.tell();
    await refused;
    rich.telling.tell();
    await booked;

    const { available } = await tokens.balance(userId);
    const correction = await findCorrection(sessionOfClient(tokens.pool), correctionId);
    expect({ available, state: correction?.state }).toEqual({ available: 250, state: 'waiting' });
  });
});
