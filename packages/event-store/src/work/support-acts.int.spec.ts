import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStore } from '../append/event-store.js';
import { appendTo, createTestDatabase, newStreamId, openStore, type TestDatabase } from '../fixtures.spec.js';
import { inTransaction, type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import {
  addRefusedSupportAct,
  addSupportAct,
  listSupportActs,
  listSupportActsOf,
  runAsSupportAct,
  type SupportAct,
} from './support-acts.js';

describe('the audit log of support', () => {
  let database: TestDatabase;
  let store: EventStore;
  let session: SqlSession;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = openStore(database);
    session = sessionOfClient(store.pool);
  });
  afterAll(() => database.drop());

  const userId = randomUUID();
  const actOf = (requestId: string, more: Partial<SupportAct> = {}): SupportAct => ({
    ...{ entryId: randomUUID(), message: 'photos.moveForOwner', call: 'movePhoto', userId, sessionId: 'session-1' },
    ...{ targets: ['owner-1', 'photo "1"'], reason: 'asked by mail', ticket: 'T-1', requestId, ip: '192.0.2.1' },
    ...{ outcome: 'ok', repeatKey: null, ...more },
  });
  const enteredFor = (...requestIds: string[]) => listSupportActsOf(session, requestIds);

  it('has an act with the events that it appends', async () => {
    const act = actOf(randomUUID());
    const streamId = newStreamId();
    const committed: unknown[] = [];
    const unsubscribe = store.onCommitted((position) => committed.push(position));
    const outcome = await runAsSupportAct(act, () => store.append(appendTo(streamId, 0)));
    unsubscribe();
    expect(await store.load(streamId)).toEqual(outcome.outcome === 'appended' && outcome.events);
    expect(committed).toMatchObject([{ streamId }]);
    const { sessionId: _, ip: __, repeatKey: ___, ...shown } = act;
    const [entry] = await enteredFor(act.requestId);
    expect(entry).toEqual({ ...shown, at: entry!.lastAt, lastAt: expect.stringMatching(/\.\d{6}Z$/), times: 1 });
  });

  it('has no act whose events were not appended', async () => {
    const act = actOf(randomUUID());
    const refused = runAsSupportAct(act, () => store.append(appendTo(newStreamId(), 3)));
    await expect(refused).rejects.toMatchObject({ name: 'VersionConflictError' });
    expect(await enteredFor(act.requestId)).toEqual([]);
  });

  it('has an act once, however many streams it changes', async () => {
    const act = actOf(randomUUID());
    await runAsSupportAct(act, async () => {
      await store.append(appendTo(newStreamId(), 0));
      await inTransaction(store.pool, (within) => store.appendWithin(within, appendTo(newStreamId(), 0)));
    });
    expect(await enteredFor(act.requestId)).toHaveLength(1);
  });

  it('has no act for a repeat that is answered with the first answer', async () => {
    const idempotency = { key: randomUUID(), fingerprint: 'same', answer: 'first' };
    const request = { ...appendTo(newStreamId(), 0), idempotency };
    await store.append(request);
    const act = actOf(randomUUID());
    const repeated = await runAsSupportAct(act, () => store.append(request));
    expect(repeated).toEqual({ outcome: 'replayed', answer: 'first' });
    expect(await enteredFor(act.requestId)).toEqual([]);
  });

  it('has one of two acts that race for a stream', async () => {
    const streamId = newStreamId();
    const acts = [actOf(randomUUID()), actOf(randomUUID())];
    const settled = await Promise.allSettled(
      acts.map((act) => runAsSupportAct(act, () => store.append(appendTo(streamId, 0)))),
    );
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await enteredFor(...acts.map(({ requestId }) => requestId))).toHaveLength(1);
    expect(await store.load(streamId)).toHaveLength(1);
  });

  it('has a look-up once, also where it is repeated with its key', async () => {
    const [act, another] = [actOf(randomUUID(), { repeatKey: randomUUID() }), actOf(randomUUID())];
    await addSupportAct(session, act);
    await addSupportAct(session, act);
    await addSupportAct(session, { ...act, entryId: randomUUID() });
    await addSupportAct(session, another);
    const entered = await enteredFor(act.requestId, another.requestId);
    expect(entered.map(({ entryId }) => entryId)).toEqual([act.entryId, another.entryId]);
  });

  it('has who may not ask once a day, with a count', async () => {
    const message = `photos.${randomUUID()}`;
    const refused = (requestId: string, more: Partial<SupportAct> = {}) =>
      actOf(requestId, { message, outcome: 'FORBIDDEN', ...more });
    const [first, again] = [refused(randomUUID()), refused(randomUUID())];
    const nobody = refused(randomUUID(), { userId: null });
    for (const act of [first, again, nobody, again]) await addRefusedSupportAct(session, act);
    const entered = await enteredFor(...[first, again, nobody].map(({ requestId }) => requestId));
    expect(entered.map(({ entryId, times, outcome }) => [entryId, times, outcome])).toEqual([
      [first.entryId, 3, 'FORBIDDEN'],
      [nobody.entryId, 1, 'FORBIDDEN'],
    ]);
    expect(entered[0]!.lastAt > entered[0]!.at).toBe(true);
  });

  it('is listed newest first, page by page', async () => {
    const all = await listSupportActs(session, { limit: 100 });
    const places = all.map(({ at, entryId }) => `${at} ${entryId}`);
    expect(places).toEqual(places.toSorted().toReversed());
    const [newest, ...others] = all;
    expect(await listSupportActs(session, { limit: 1 })).toEqual([newest]);
    expect(await listSupportActs(session, { before: newest!, limit: 2 })).toEqual(others.slice(0, 2));
  });
});
