import { randomUUID } from 'node:crypto';
import { identitySupportRoutes, type Rpc, type SupportActEntry } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import { supportCalls } from '../calls/support-calls.js';
import type { Services } from '../kernel/services.js';
import { auditPage, auditPlaceOf } from './merged-answers.js';

const entry = (service: string, micros: string, more: Partial<SupportActEntry> = {}): SupportActEntry => ({
  entryId: randomUUID(),
  at: `2026-11-23T04:00:00.${micros}Z`,
  message: `${service}.findThings`,
  call: 'searchEverything',
  actorId: null,
  targets: [],
  reason: null,
  ticket: null,
  requestId: 'request',
  outcome: { status: null, code: null },
  times: 1,
  lastAt: `2026-11-23T04:00:00.${micros}Z`,
  ...more,
});

const NO_CURSORS = ['', 'x', `yesterday ${randomUUID()}`, '2026-02-31T00:00:00.000000Z'].map((text) =>
  Buffer.from(`${text} ${randomUUID()}`).toString('base64url'),
);

describe('the audit logs of all services', () => {
  const services = ['identity', 'photos', 'assessments', 'tokens'];

  it('are one list, newest first to the microsecond, and each entry is on one page', () => {
    const all = services.flatMap((service, index) => [
      entry(service, `00000${index}`),
      entry(service, `00100${index}`),
    ]);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const before = cursor === undefined ? undefined : auditPlaceOf(cursor);
      const told = services.flatMap((service) =>
        all
          .filter(({ message, at }) => message?.startsWith(service) && (!before || at < before.at))
          .sort((one, other) => (one.at < other.at ? 1 : -1))
          .slice(0, 4),
      );
      const page = auditPage(told, 3);
      expect(page.entries.length).toBeLessThanOrEqual(3);
      seen.push(...page.entries.map(({ entryId }) => entryId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.toSorted((one, other) => (one.at < other.at ? 1 : -1)).map(({ entryId }) => entryId));
  });

  it('say how a call was answered', () => {
    const statuses = [
      entry('tokens', '000004', { call: 'grant' }),
      entry('tokens', '000003', { call: 'grant', outcome: { status: null, code: 'CONFLICT' } }),
      entry('identity', '000002', { message: null, outcome: { status: 429, code: 'RATE_LIMITED' } }),
      entry('identity', '000001', { outcome: null }),
    ];
    expect(auditPage(statuses, 9).entries.map(({ outcome }) => outcome?.status)).toEqual([201, 409, 429, undefined]);
  });

  it('are not shown without the part of a service that is away', async () => {
    const call = async ({ service }: Rpc) => {
      if (service === 'photos') throw new RemoteError('UNAVAILABLE', 'nobody answers on rpc.photos.listSupportActs');
      return { entries: [entry(service, '000001')] };
    };
    const services = { callsFor: () => call } as unknown as Services;
    const listAuditLog = supportCalls.find(({ route }) => route === identitySupportRoutes.listAuditLog)!;
    await expect(listAuditLog.answer(services, { query: {} } as never)).rejects.toMatchObject({
      ...{ code: 'UNAVAILABLE', retryAfterSeconds: 5 },
    });
  });

  it.each(NO_CURSORS)('do not go on from %j', (cursor) => {
    expect(() => auditPlaceOf(cursor)).toThrow('This is not a cursor of this list.');
  });
});
