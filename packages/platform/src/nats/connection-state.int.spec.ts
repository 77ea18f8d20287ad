import { eventually, natsFixture } from '@candid/testing';
import { expect, it } from '@jest/globals';
import { reachableOrJustLost } from './connection-state.js';

const NEVER_MS = 3_600_000;

it('the check waits for a NATS that restarts, and fails if it is away for longer', async () => {
  const nats = await natsFixture();
  const patient = reachableOrJustLost(nats.connection, NEVER_MS);
  const impatient = reachableOrJustLost(nats.connection, 0);
  try {
    await impatient();
    await nats.kill();
    await eventually(() => expect(impatient()).rejects.toThrow('not reachable'));
    await patient();
    await nats.restart();
    await eventually(impatient);
  } finally {
    await nats.stop();
  }
});
