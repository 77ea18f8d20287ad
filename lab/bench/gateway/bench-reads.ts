import type { Person, RunningSystem } from '@candid/testing';
import type { Measuring } from '../row.js';
import { interleaved } from './load.js';
import { BareProcesses } from './start-bare.js';

/** Measures two answers that are the same for everybody. The floor is a bare Fastify with the same bytes in memory. */
export async function* benchPlainReads(system: RunningSystem): Measuring {
  for (const address of ['/api/token-packs', '/api/fetch-comments']) {
    yield `GET ${address}`;
    const bare = new BareProcesses();
    try {
      const url = system.baseUrl + address;
      const body = await (await fetch(url)).text();
      const floorUrl = await bare.start('server', { body });
      const measured = await interleaved({ url: `${floorUrl}/plain` }, { url });
      yield {
        path: `GET ${address} (${Buffer.byteLength(body)} bytes), 64 connections`,
        floorName: 'bare Fastify, one process, same bytes',
        ...measured,
        unit: 'requests/s',
        ratio: measured.figure / measured.floor,
        target: '>= 0.8x',
        met: measured.figure / measured.floor >= 0.8,
      };
    } finally {
      await bare.stop();
    }
  }
}

/** Measures `get-user` as browsers call it: the gateway answers from its cache. */
export async function* benchGetUser(system: RunningSystem, natsUrl: string, person: Person): Measuring {
  yield 'GET /api/get-user';
  const bare = new BareProcesses();
  try {
    const url = `${system.baseUrl}/api/get-user/${person.userId}`;
    const headers = { authorization: `Bearer ${person.token}` };
    const body = await (await fetch(url, { headers })).text();
    await bare.start('responder', { natsUrl, body });
    const floorUrl = `${await bare.start('server', { natsUrl })}/hop/${person.userId}`;
    const measured = await interleaved({ url: floorUrl, headers }, { url, headers });
    const ratio = measured.figure / measured.floor;
    yield {
      ...{ path: 'GET /api/get-user, 64 connections', floorName: 'bare Fastify with one bare hop', ...measured },
      ...{ unit: 'requests/s', ratio, target: '>= 0.95x', met: ratio >= 0.95 },
    };
  } finally {
    await bare.stop();
  }
}
