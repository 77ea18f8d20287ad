import { type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asOperator } from './command.js';

let nats: NatsFixture;
beforeAll(async () => {
  nats = await natsFixture();
});
afterAll(() => nats.stop());

const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

it('asOperator leaves no timer running that would delay the end of a command', async () => {
  const before = timers();
  await asOperator({ natsUrl: nats.url, timeoutMs: 1_000 }, async () => undefined);
  // There may be fewer timers, because some that began before may have ended.
  expect(timers()).toBeLessThanOrEqual(before);
});
