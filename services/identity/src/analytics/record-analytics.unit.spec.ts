import type { Commands } from '@candid/event-store';
import { createLogger } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import { RecordAnalytics } from './analytics.js';

const request = { requestId: 'request', roles: [] };
const events = [
  { name: 'photo_upload' as const, path: '/test/7f3a?token=secret', props: { photos: 2, email: 'mia@example.org' } },
];
const session = { query: async () => [{}] };

/** @param isRepeat true if the same request was answered before */
function recording(isRepeat: boolean, send: (events: unknown) => Promise<void>) {
  const commands = {
    executeInTransaction: async (_context: unknown, _options: unknown, work: (unit: object) => Promise<unknown>) => {
      if (!isRepeat) await work({ session });
      return { isRepeat };
    },
  } as unknown as Commands;
  const logger = createLogger('test', { level: 'silent' });
  return new RecordAnalytics(commands, { send }, logger, () => new Date());
}

describe('the analytics sink', () => {
  it('is told what happened and nothing of who, once', async () => {
    const told: unknown[] = [];
    const send = async (batch: unknown) => void told.push(batch);
    await recording(false, send).record(events, request);
    await recording(true, send).record(events, request);
    expect(told).toEqual([[{ name: 'photo_upload', page: '/test/*' }]]);
  });

  it('keeps nobody from being counted when it fails', async () => {
    const fails = async () => {
      throw new Error('the sink is away');
    };
    await recording(false, fails).record(events, request);
  });
});
