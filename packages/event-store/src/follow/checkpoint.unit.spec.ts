import { describe, expect, it, jest } from '@jest/globals';
import type { EventPosition } from '../kernel/event.js';
import type { SqlSession } from '../kernel/sql-session.js';
import { CheckpointWaiters, restartCheckpoint } from './checkpoint.js';

const position = (globalPosition: bigint): EventPosition => ({ globalPosition });
const rowAt = (globalPosition: bigint) => ({
  ...{ name: 'follower', global_position: String(globalPosition) },
});
const turns = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A session whose statements the test answers. */
function openSession() {
  const statements: { parameters: readonly unknown[] | undefined; answer: (rows: unknown[] | Error) => void }[] = [];
  const session: SqlSession = {
    query: <Row>(_: string, parameters?: readonly unknown[]) =>
      new Promise<Row[]>((resolve, reject) => {
        const answer = (rows: unknown[] | Error) => (Error.isError(rows) ? reject(rows) : resolve(rows as Row[]));
        statements.push({ parameters, answer });
      }),
  };
  /** Returns the statement with this number; waits for it for a second at most. */
  const statement = async (index: number) => {
    for (let turn = 0; turn < 1_000 && !statements[index]; turn += 1) await new Promise((go) => setTimeout(go, 1));
    return statements[index]!;
  };
  return { session, statements, statement };
}

describe('a checkpoint that is restarted', () => {
  it('has to be of generation 0 and without a transport, if nothing was known of either', async () => {
    const { session, statements } = openSession();
    const known = { transportId: null, generation: 0 };
    const restarting = restartCheckpoint(session, 'relay', known, position(7n), { id: 'stream', holes: 3 });
    statements[0]!.answer([]);
    await restarting;
    expect(statements[0]!.parameters).toEqual(['relay', '7', 'stream', 3, null, 0]);
  });

  it('has to be of the transport and the generation that were read', async () => {
    const { session, statements } = openSession();
    const known = { transportId: 'older', generation: 2 };
    const restarting = restartCheckpoint(session, 'relay', known, position(7n), { id: 'stream', holes: 3 });
    statements[0]!.answer([]);
    await restarting;
    expect(statements[0]!.parameters).toEqual(['relay', '7', 'stream', 3, 'older', 2]);
  });
});

describe('those who wait for a checkpoint', () => {
  it('share one read, and read again only for those whom it does not reach', async () => {
    const { session, statements, statement } = openSession();
    const waiters = new CheckpointWaiters(session, ['follower']);
    const [first, second] = [waiters.waitFor(position(7n), 60_000), waiters.waitFor(position(8n), 60_000)];
    await turns();
    expect(statements).toHaveLength(1);
    statements[0]!.answer([rowAt(7n)]);
    expect(await first).toBe(true);
    (await statement(1)).answer([rowAt(8n)]);
    expect(await second).toBe(true);
    await turns();
    expect(statements).toHaveLength(2);
  });

  it('read again after all earlier ones have been reached', async () => {
    const { session, statements } = openSession();
    const waiters = new CheckpointWaiters(session, ['follower']);
    const first = waiters.waitFor(position(7n), 60_000);
    statements[0]!.answer([rowAt(7n)]);
    expect(await first).toBe(true);
    await turns();
    const second = waiters.waitFor(position(8n), 60_000);
    await turns();
    expect(statements).toHaveLength(2);
    statements[1]!.answer([rowAt(9n)]);
    expect(await second).toBe(true);
  });

  it('read again after a read that failed', async () => {
    const { session, statements, statement } = openSession();
    const waiters = new CheckpointWaiters(session, ['follower']);
    const waiting = waiters.waitFor(position(7n), 60_000);
    statements[0]!.answer(new Error('lost'));
    (await statement(1)).answer([rowAt(7n)]);
    expect(await waiting).toBe(true);
  });

  it('give up at their own deadline', async () => {
    const { session } = openSession();
    const waiters = new CheckpointWaiters(session, ['follower'], { ownPosition: () => position(6n) });
    expect(await waiters.waitFor(position(7n), 0)).toBe(false);
  });

  it('wake the other processes at once and at every fifth read, until the checkpoint is reached', async () => {
    const { session, statement } = openSession();
    const wakeOthers = jest.fn();
    const waiters = new CheckpointWaiters(session, ['follower'], { wakeOthers });
    const waiting = waiters.waitFor(position(7n), 60_000);
    for (const [read, expected] of [1, 1, 1, 1, 1, 2].entries()) {
      (await statement(read)).answer([rowAt(6n)]);
      await turns();
      expect(wakeOthers).toHaveBeenCalledTimes(expected);
    }
    (await statement(6)).answer([rowAt(7n)]);
    expect(await waiting).toBe(true);
    expect(wakeOthers).toHaveBeenCalledTimes(2);
  });

  it('ask nothing of the database while this process moves the checkpoint', async () => {
    const { session, statements } = openSession();
    let own = position(6n);
    const waiters = new CheckpointWaiters(session, ['follower'], { ownPosition: () => own });
    const waiting = waiters.waitFor(position(7n), 60_000);
    own = position(7n);
    expect(await waiting).toBe(true);
    expect(statements).toEqual([]);
  });
});
