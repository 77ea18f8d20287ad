import { describe, expect, it } from '@jest/globals';
import { integrationEventOf, subjectOf } from './outbox-relay.js';

const recorded = {
  eventId: 'event-1',
  streamId: 'photo-1',
  streamVersion: 3,
  globalPosition: 12n,
  type: 'PhotoMoved',
  schemaVersion: 2,
  data: { from: 'bank', to: 'profile' },
  metadata: { correlationId: 'correlation-1', causationId: 'event-0', actor: 'user-1' },
  recordedAt: new Date('2026-11-21T12:00:00.000Z'),
};

describe('what other services are told of an event', () => {
  it('is its identity and cause, with a type and data of their own', () => {
    expect(integrationEventOf(recorded, { type: 'PhotoPlaced', data: { placed: true } })).toEqual({
      ...{ eventId: 'event-1', streamId: 'photo-1', streamVersion: 3 },
      ...{ type: 'PhotoPlaced', version: 1, data: { placed: true }, recordedAt: '2026-11-21T12:00:00.000Z' },
      ...recorded.metadata,
    });
  });

  it('is published under its service, type and version', () => {
    const second = integrationEventOf(recorded, { type: 'PhotoPlaced', version: 2, data: {} });
    expect(subjectOf('PHOTOS', second)).toBe('photos.PhotoPlaced.v2');
  });
});
