import { Person, SYSTEM_ENV, startSystem } from '@candid/testing';
import type { Measuring } from '../row.js';
import { benchCommand, TOKENS_IN_ALL } from './bench-command.js';
import { benchGetUser, benchPlainReads } from './bench-reads.js';
import { benchUncached } from './bench-uncached.js';

/** Measures the system as `npm start` starts it. Each floor is the simplest code for the path, in bare processes. */
export async function* benchGateway(servers: { natsUrl: string; postgresUrl: string }): Measuring {
  yield 'starting the system';
  const system = await startSystem({
    env: { ...SYSTEM_ENV, CORRECTION_DAILY_TOKENS: String(TOKENS_IN_ALL) },
    args: ['--processes'],
  });
  try {
    const person = await Person.signedUp(system);
    yield* benchPlainReads(system);
    yield* benchGetUser(system, servers.natsUrl, person);
    yield* benchUncached(system, servers.natsUrl);
    yield* benchCommand(system, servers);
  } finally {
    await system.stop();
  }
}
