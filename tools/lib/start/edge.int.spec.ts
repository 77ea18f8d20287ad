import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts } from '../servers/ports.mjs';
import { createEdge } from './edge.mjs';

/** A fake gateway: prints its port and, unless frozen, answers every request, including health checks. */
const GATEWAY = `require('node:http').createServer((request, response) => response.end('other'))
  .listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)); });`;

describe('the edge before a gateway that is frozen', () => {
  const own = createServer((_, response) => response.end('own'));
  let other: ChildProcess;
  let edge: ReturnType<typeof createEdge>;
  let address: string;

  beforeAll(async () => {
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    other = spawn(process.execPath, ['-e', GATEWAY], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
    const [told] = await once(other.stdout!, 'data');
    const gateways = [(own.address() as AddressInfo).port, Number(told)].map((port) => {
      const at = `http://127.0.0.1:${port}`;
      return { address: at, opsAddress: at };
    });
    edge = createEdge(gateways);
    const [port] = await freePorts(1);
    await edge.listen(port!, '127.0.0.1');
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await edge.close();
    other.kill('SIGKILL');
    await new Promise((resolve) => own.close(resolve));
  });

  const ask = async (method: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(address, { method });
    return { status: response.status, text: await response.text() };
  };

  it('repeats reads at the other one, and answers what it may not send twice', async () => {
    const fromOther = () => eventually(async () => expect((await ask('GET')).text).toBe('other'));
    await fromOther();
    other.kill('SIGSTOP');
    const reads = await Promise.all(Array.from({ length: 4 }, () => ask('GET')));
    expect(reads).toEqual(Array(4).fill({ status: 200, text: 'own' }));
    other.kill('SIGCONT');
    await fromOther();
    other.kill('SIGSTOP');
    const acts = await Promise.all(Array.from({ length: 4 }, () => ask('POST')));
    expect(acts.map(({ status }) => status).sort()).toEqual([200, 200, 502, 502]);
  });
});
