import { randomUUID } from 'node:crypto';
import { type IntegrationEventType, moderationEvents, type UserId } from '@candid/contracts';
import { type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LiveFeed } from './live.js';

let nats: NatsFixture;
beforeAll(async () => {
  nats = await natsFixture();
});
afterAll(async () => nats?.stop());

const { CaseDecided, DecisionUndone, AppealDecided } = moderationEvents;
const ids = { caseId: randomUUID(), statementId: randomUUID(), answerId: randomUUID() };
const times = { decidedAt: '2026-01-01T00:00:00.000Z', undoneAt: '2026-01-01T00:00:00.000Z' };

it('the live feed notifies a person of a decision only if the person may learn of it', async () => {
  const feed = new LiveFeed(nats.connection);
  const userId = randomUUID() as UserId;
  const told: string[] = [];
  feed.join(userId, (event) => told.push(event));
  const publish = (type: IntegrationEventType, data: object): void => {
    const of = { ...ids, ...times, kind: 'notice', userId, rule: null, until: null, answered: [], isGranted: false };
    const envelope = { eventId: randomUUID(), type: type.type, version: type.version, correlationId: 'request-1' };
    const place = { streamId: 'moderation-case-1', streamVersion: 1, recordedAt: times.decidedAt };
    nats.connection.publish(type.subject, JSON.stringify({ ...envelope, ...place, data: { ...of, ...data } }));
  };
  for (const type of [CaseDecided, DecisionUndone, AppealDecided])
    publish(type, { decision: 'passOn', photoId: null, toldTo: null });
  publish(CaseDecided, { decision: 'suspendAccount', photoId: null, toldTo: userId });
  await nats.connection.flush();
  expect(told).toEqual(['event: assessment\ndata: {"state":"decided"}\n\n']);
  feed.close();
});
