import { supportRoutes, tokensRoutes } from '@candid/contracts';
import { Person, type RunningSystem, supportAgent } from '@candid/testing';
import { createBenchDatabase } from '../append/bench-database.js';
import type { Measuring } from '../row.js';
import { CONNECTIONS, interleaved, type Load } from './load.js';
import { BareProcesses } from './start-bare.js';

const TOKENS = 100_000;
export const TOKENS_IN_ALL = CONNECTIONS * TOKENS;

/**
 * Measures `charge-tokens`: each request holds tokens with its own transfer; the answer follows the event's commit.
 * The floor sends the same body through a bare Fastify and a bare hop to a coalesced append of one event.
 */
export async function* benchCommand(
  system: RunningSystem,
  servers: { natsUrl: string; postgresUrl: string },
): Measuring {
  yield `signing ${CONNECTIONS} people up and giving them tokens`;
  const people = await wealthyPeople(system);
  const first = people[0]!;
  const body = JSON.stringify({ userId: first.userId, testLimit: 1 });
  const answer = await first.expect(tokensRoutes.chargeTokens, { body: JSON.parse(body) });
  const database = await createBenchDatabase(servers.postgresUrl);
  const bare = new BareProcesses();
  try {
    await bare.start('appender', {
      natsUrl: servers.natsUrl,
      databaseUrl: database.url,
      body: JSON.stringify(answer),
    });
    const floorUrl = `${await bare.start('server', { natsUrl: servers.natsUrl })}/append`;
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' };
    const floor: Load = { url: floorUrl, requests: [{ method: 'POST', body, headers }] };
    const figure: Load = { url: `${system.baseUrl}/api/charge-tokens`, requests: [{ method: 'POST' }] };
    let next = 0;
    figure.setupClient = (client) => {
      const { userId, token } = people[next++ % people.length]!;
      client.setHeadersAndBody(
        { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        JSON.stringify({ userId, testLimit: 1 }),
      );
    };
    yield 'POST /api/charge-tokens';
    const measured = await interleaved(floor, figure);
    yield {
      path: 'POST /api/charge-tokens to a committed event, 64 connections',
      floorName: 'bare Fastify, bare hop, coalesced append',
      ...measured,
      unit: 'requests/s',
      ratio: measured.figure / measured.floor,
      target: '>= 0.5x',
      met: measured.figure / measured.floor >= 0.5,
    };
  } finally {
    await bare.stop();
    await database.drop();
  }
}

/** One person per connection, so that no two requests use the same account. */
async function wealthyPeople(system: RunningSystem): Promise<Person[]> {
  const people: Person[] = [];
  for (let group = 0; group < CONNECTIONS / 8; group += 1)
    people.push(...(await Promise.all(Array.from({ length: 8 }, () => Person.signedUp(system)))));
  const support = await supportAgent(system);
  const body = { amount: TOKENS, reason: 'benchmark' };
  for (const { userId } of people) await support.expect(supportRoutes.grant, { params: { userId }, body });
  return people;
}
