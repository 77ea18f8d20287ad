import { randomUUID } from 'node:crypto';
import { assessmentsEvents, identityRpc } from '@candid/contracts';
import { EventStore, LeaderElection, ProjectionRunner } from '@candid/event-store';
import { ormOptions, sessionOf } from '@candid/platform/orm';
import { eventually, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { IdentityFixture, PASSKEY } from '../identity.fixture.spec.js';
import { AccountRow } from './account.entity.js';
import { AccountProjection } from './account.projection.js';

describe('the account read model', () => {
  let identity: IdentityFixture;
  let orm: MikroORM;
  let store: EventStore;
  let election: LeaderElection;

  beforeAll(async () => {
    identity = await IdentityFixture.start();
    orm = new MikroORM(ormOptions({ url: identity.databaseUrl, entities: [AccountRow] }));
    store = new EventStore({ pool: new pg.Pool({ connectionString: identity.databaseUrl, max: 2 }) });
    election = new LeaderElection({ connectionString: sessionUrlOf(identity.databaseUrl) });
  });
  afterAll(async () => {
    await election.close();
    await store.pool.end();
    await orm.close(true);
    await identity.stop();
  });

  /** What a second process of the service has. */
  const runner = () =>
    new ProjectionRunner({
      store,
      election,
      projection: new AccountProjection(),
      transaction: (work) => orm.em.fork().transactional((em) => work(em)),
      sessionOf,
    });
  const rows = () => identity.session.query('select * from accounts order by user_id');

  async function live(): Promise<void> {
    const session = await identity.signUp();
    const { userId } = session.user;
    const context = identity.contextOf(session);
    const photoAssessmentId = randomUUID();
    const startedAt = '2026-03-01T10:00:00.123Z';
    const event = await identity.publish(assessmentsEvents.PhotoAssessmentStarted, {
      photoAssessmentId,
      userId,
      isFirstAssessment: true,
      holdId: randomUUID(),
      startedAt,
      assessments: [],
    });
    await identity.settled('flag-on-photo-assessment-started', event);
    await identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, context);
    await identity.rpc.call(identityRpc.updateLocationPreference, { userId, locationsPreference: 'NotMine' }, context);
    await identity.rpc.call(identityRpc.updateLookingFor, { userId, gender: 'Man', ageFrom: 30 }, context);
    await identity.rpc.call(identityRpc.updateSelfDescription, { userId, gender: 'Woman' }, context);
    await identity.rpc.call(identityRpc.approveAssessor, { userId, passkey: PASSKEY }, context);
    const seen = { firstTestedDate: startedAt, hasFirstLoggedIn: true, approvedAssessor: true };
    await eventually(async () => expect(await identity.getUser(userId)).toMatchObject(seen));
  }

  it('is the same rebuilt from the first event as live, and goes on from there', async () => {
    await live();
    await live();
    const before = await rows();
    await runner().rebuild();
    expect(await rows()).toEqual(before);
    await live();
    expect(await rows()).toHaveLength(before.length + 1);
  });

  it('takes each event in once, however many runners there are', async () => {
    const second = runner();
    second.start();
    await live();
    await identity.service.stop();
    await identity.startService();
    await live();
    await second.stop();
    const before = await rows();
    await runner().rebuild();
    expect(await rows()).toEqual(before);
  });
});
