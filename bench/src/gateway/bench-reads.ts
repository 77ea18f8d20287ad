import type { Person, RunningSystem } from '@candid/testing';
import type { BenchRow } from '../row.js';
import { interleaved, type Load } from './load.js';
import { BareProcesses } from './start-bare.js';

/** Two answers that are the same for everybody, beside a bare Fastify that answers the same bytes from memory. */
export async function benchPlainReads(system: RunningSystem): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const address of ['/api/token-packs', '/api/fetch-comments']) {
    const bare = new BareProcesses();
    try {
      const url = system.baseUrl + address;
      const body = await (await fetch(url)).text();
      const floorUrl = await bare.start('server', { body });
      const measured = await interleaved({ url: `${floorUrl}/plain` }, { url });
      rows.push({
        path: `GET ${address} (${Buffer.byteLength(body)} bytes), 64 connections`,
        floorName: 'bare Fastify, one process, same bytes',
        ...measured,
        unit: 'requests/s',
        ratio: measured.figure / measured.floor,
        target: '>= 0.8x',
        met: measured.figure / measured.floor >= 0.8,
      });
    } finally {
      await bare.stop();
    }
  }
  return rows;
}

/** `get-user` as browsers ask for it, and once more with a query, which is never held and so shows the way through the services. */
export async function benchGetUser(system: RunningSystem, natsUrl: string, person: Person): Promise<BenchRow[]> {
  const bare = new BareProcesses();
  try {
    const url = `${system.baseUrl}/api/get-user/${person.userId}`;
    const headers = { authorization: `Bearer ${person.token}` };
    const body = await (await fetch(url, { headers })).text();
    await bare.start('responder', { natsUrl, body });
    const floorUrl = `${await bare.start('server', { natsUrl })}/hop/${person.userId}`;
    const floor: Load = { url: floorUrl, headers };
    const held = await interleaved(floor, { url, headers });
    const asked = await interleaved(floor, { url: `${url}?held=no`, headers });
    const floorName = 'bare Fastify with one bare hop';
    return [
      {
        path: 'GET /api/get-user, 64 connections',
        floorName,
        ...held,
        unit: 'requests/s',
        ratio: held.figure / held.floor,
        target: '>= 0.95x',
        met: held.figure / held.floor >= 0.95,
      },
      {
        path: 'the same with nothing held: identity and tokens asked',
        floorName,
        ...asked,
        unit: 'requests/s',
        ratio: asked.figure / asked.floor,
        target: 'none',
        met: true,
      },
    ];
  } finally {
    await bare.stop();
  }
}
