import { randomUUID } from 'node:crypto';
import { identityRpc } from '@candid/contracts';
import { ormOptions } from '@candid/platform/orm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { IdentityFixture } from '../identity.fixture.spec.js';
import { RemoveExpiredRows } from '../sweep/remove-expired-rows.js';

const DAY_MS = 24 * 3_600_000;

describe('analytics', () => {
  let identity: IdentityFixture;
  let orm: MikroORM;
  let sweep: RemoveExpiredRows;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    orm = new MikroORM(ormOptions({ url: identity.databaseUrl, entities: [] }));
    sweep = new RemoveExpiredRows(orm, identity.clock);
  });
  afterAll(async () => {
    await orm.close(true);
    await identity.stop();
  });

  const record = (events: object[], key: string = randomUUID()) =>
    identity.rpc.call(
      identityRpc.recordAnalytics,
      { events: events as never },
      identity.context({ idempotency: { key, fingerprint: 'the body' }, ip: '192.0.2.7' }),
    );
  const daysOf = (name: string) =>
    identity.session.query<{ path: string; events: string }>(
      'select path, events::int as events from analytics_days where name = $1 order by day, path',
      [name],
    );

  it('keeps what happened and nothing of who', async () => {
    const name = `photo_upload_${randomUUID().slice(0, 8)}`;
    const props = { photos: 2, email: 'mia@example.org' };
    await record([{ name, path: `/test/${randomUUID()}?token=secret`, props }]);
    const rows = await identity.session.query<{ text: string }>(
      'select e::text as text from analytics_events e where name = $1',
      [name],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).toContain('/test/*');
    expect(rows[0]!.text).not.toMatch(/mia|secret|192\.0\.2\.7/);
  });

  it('counts a batch that is sent again once', async () => {
    const [name, key] = [`page_view_${randomUUID().slice(0, 8)}`, randomUUID()];
    const events = [{ name, path: '/profile' }, { name, path: '/profile' }, { name }];
    await Promise.all([record(events, key), record(events, key)]);
    await record(events, key);
    await Promise.all([sweep.run(), sweep.run()]);
    await sweep.run();
    expect(await daysOf(name)).toEqual([
      { path: '', events: 1 },
      { path: '/profile', events: 2 },
    ]);
  });

  it('counts by day, and forgets the single events after 30 days', async () => {
    const name = `session_${randomUUID().slice(0, 8)}`;
    await record([{ name }, { name }]);
    await sweep.run();
    identity.passTime(DAY_MS);
    await record([{ name }]);
    await sweep.run();
    identity.passTime(31 * DAY_MS);
    await sweep.run();
    expect((await daysOf(name)).map(({ events }) => events)).toEqual([2, 1]);
    expect(await identity.session.query('select 1 from analytics_events')).toEqual([]);
  });
});
