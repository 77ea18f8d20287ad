import { randomUUID } from 'node:crypto';
import { type AnalyticsEvent, COUNTED_PAGES, identityRpc } from '@candid/contracts';
import { Database, ormOptions } from '@candid/platform/orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { codeOf, IdentityFixture } from '../identity.fixture.spec.js';
import { RemoveExpiredRows } from '../processes/remove-expired-rows.js';
import { EVENTS_PER_DAY_MAX } from './analytics.js';

const DAY_MS = 24 * 3_600_000;

describe('analytics', () => {
  let identity: IdentityFixture;
  let orm: MikroORM;
  let sweep: RemoveExpiredRows;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    orm = new MikroORM(ormOptions({ url: identity.databaseUrl, entities: [] }));
    sweep = new RemoveExpiredRows(new Database(orm), identity.clock);
  });
  beforeEach(() => identity.session.query('truncate analytics_days, analytics_totals'));
  afterAll(async () => {
    await orm.close(true);
    await identity.stop();
  });

  const record = (events: AnalyticsEvent[], key: string = randomUUID()) =>
    identity.rpc.call(
      identityRpc.recordAnalytics,
      { events },
      identity.caller({ idempotency: { key, fingerprint: 'the body' }, ip: '192.0.2.7' }),
    );
  const counted = () =>
    identity.session.query<{ name: string; path: string; events: number }>(
      'select name, path, events::int as events from analytics_days order by day, name, path',
    );

  it('counts what happened and nothing of who', async () => {
    const props = { photos: 2, email: 'mia@example.org' };
    await record([{ name: 'photo_upload', path: `/test/${randomUUID()}?token=secret`, props }]);
    expect(await counted()).toEqual([{ name: 'photo_upload', path: '/test/*', events: 1 }]);
  });

  it('keeps no row for a name or a page that is invented', async () => {
    const invented = Array.from({ length: 50 }, (_, index) => `x${index}`);
    const names = invented.map((name) => ({ name }) as unknown as AnalyticsEvent);
    expect(await codeOf(record(names))).toBe('VALIDATION_FAILED');
    await record(invented.map((word) => ({ name: 'page_view', path: `/${word}` })));
    await record([...COUNTED_PAGES].map((path) => ({ name: 'page_view', path })));
    const rows = await counted();
    expect(rows).toHaveLength(COUNTED_PAGES.size + 1);
    expect(rows).toContainEqual({ name: 'page_view', path: '*', events: 50 });
  });

  it('counts a batch that is sent again once', async () => {
    const key = randomUUID();
    const events: AnalyticsEvent[] = [
      { name: 'page_view', path: '/profile' },
      { name: 'page_view', path: '/profile' },
      { name: 'page_view' },
    ];
    await Promise.all([record(events, key), record(events, key)]);
    await record(events, key);
    expect(await counted()).toEqual([
      { name: 'page_view', path: '', events: 1 },
      { name: 'page_view', path: '/profile', events: 2 },
    ]);
  });

  it('takes no more than the total of a day, keeps nothing of what it refuses, and goes on the next day', async () => {
    await identity.session.query('insert into analytics_totals (day, events) values ($1, $2)', [
      identity.clock().toISOString().slice(0, 10),
      EVENTS_PER_DAY_MAX - 1,
    ]);
    const answers = 'select count(*)::int as count from idempotency_records';
    const before = await identity.session.query(answers);
    expect(await codeOf(record([{ name: 'session' }, { name: 'session' }]))).toBe('RATE_LIMITED');
    expect(await identity.session.query(answers)).toEqual(before);
    await record([{ name: 'session' }]);
    expect(await codeOf(record([{ name: 'session' }]))).toBe('RATE_LIMITED');
    identity.passTime(DAY_MS);
    await record([{ name: 'session' }]);
    expect((await counted()).map(({ events }) => events)).toEqual([1, 1]);
  });

  it('forgets the numbers of a day after 400 days', async () => {
    await record([{ name: 'session' }]);
    identity.passTime(399 * DAY_MS);
    await sweep.run();
    expect(await counted()).toHaveLength(1);
    identity.passTime(2 * DAY_MS);
    await sweep.run();
    expect(await counted()).toEqual([]);
    expect(await identity.session.query('select 1 from analytics_totals')).toEqual([]);
  });
});
