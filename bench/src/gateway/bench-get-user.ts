import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Person, SYSTEM_ENV, startSystem } from '@candid/testing';
import autocannon from 'autocannon';
import type { BenchRow } from '../row.js';
import { median } from '../statistics.js';

const RUNS = 3;
const SECONDS = 5;
const CONNECTIONS = 64;

/** `GET /api/get-user` through the gateway and NATS, beside a bare Fastify with one bare hop that answers the same bytes. */
export async function benchGetUser(servers: { natsUrl: string }): Promise<BenchRow[]> {
  const system = await startSystem({ env: SYSTEM_ENV });
  const children: ChildProcess[] = [];
  try {
    const person = await Person.signedUp(system);
    const address = `/api/get-user/${person.userId}`;
    const authorization = `Bearer ${person.token}`;
    const body = await (await fetch(system.baseUrl + address, { headers: { authorization } })).text();
    await bare(children, 'responder', servers.natsUrl, body);
    const bareUrl = await bare(children, 'server', servers.natsUrl);
    const floors: number[] = [];
    const figures: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      floors.push(await requestsPerSecond(bareUrl + address, authorization));
      figures.push(await requestsPerSecond(system.baseUrl + address, authorization));
    }
    const floor = median(floors);
    const figure = median(figures);
    return [
      {
        path: 'GET /api/get-user through gateway and NATS, 64 connections',
        floorName: 'bare Fastify with one bare hop',
        floor,
        figure,
        unit: 'requests/s',
        ratio: figure / floor,
        target: '>= 0.95x',
        met: figure / floor >= 0.95,
      },
    ];
  } finally {
    for (const child of children) child.kill();
    await system.stop();
  }
}

async function requestsPerSecond(url: string, authorization: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: { authorization } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}

async function bare(children: ChildProcess[], role: string, ...given: string[]): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-hop.js', import.meta.url)), role, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return line.split(' ')[1] ?? '';
}
