import { randomUUID } from 'node:crypto';
import { anonymous, defineRpc, type RequestContext } from '@candid/contracts';
import { type NatsFixture, natsFixture, testKeys } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, type DynamicModule, Inject } from '@nestjs/common';
import { z } from 'zod';
import { RpcClient } from '../rpc/rpc-client.js';
import { RpcHandler } from '../rpc/rpc-handler.js';
import type { Platform } from './platform.js';
import { type RunningProcess, startProcess } from './start-process.js';
import { startService } from './start-service.js';

const work = defineRpc('drained.work', anonymous, z.object({ isSlow: z.boolean() }), z.object({ by: z.string() }));
const context: RequestContext = { requestId: 'request-1', roles: [] };

/** A slow request, which a process handles until the test releases it. */
class Held {
  readonly begun: Promise<void>;
  readonly released: Promise<void>;
  begin: () => void = () => undefined;
  release: () => void = () => undefined;

  constructor(readonly name = randomUUID()) {
    this.begun = new Promise((resolve) => {
      this.begin = resolve;
    });
    this.released = new Promise((resolve) => {
      this.release = resolve;
    });
  }
}

@Controller()
class WorkController {
  constructor(@Inject(Held) private readonly held: Held) {}

  @RpcHandler(work)
  async work({ isSlow }: z.output<typeof work.request>) {
    if (isSlow) {
      this.held.begin();
      await this.held.released;
    }
    return { by: this.held.name };
  }
}

class WorkModule {}

describe('a process that is asked to end', () => {
  let nats: NatsFixture;
  let client: RpcClient;
  const running: RunningProcess[] = [];
  beforeAll(async () => {
    nats = await natsFixture();
    client = new RpcClient(nats.connection);
  });
  afterAll(() => nats.stop());
  afterEach(async () => {
    await Promise.all(running.splice(0).map((process) => process.stop()));
  });

  const config = (DRAIN_DELAY_MS = 0) =>
    ({
      NATS_URL: nats.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
      DRAIN_DELAY_MS,
    }) as const;

  async function start(held: Held): Promise<RunningProcess> {
    const module: DynamicModule = {
      module: WorkModule,
      controllers: [WorkController],
      providers: [{ provide: Held, useValue: held }],
    };
    const process = await startService(module, { name: 'drained', config: config() });
    running.push(process);
    return process;
  }

  it('answers what it has taken, and leaves everything else to its like', async () => {
    const [leaving, staying] = [new Held(), new Held()];
    const process = await start(leaving);
    const underWay = client.call(work, { isSlow: true }, context);
    await leaving.begun;
    await start(staying);
    const stopped = process.stop();
    // Both processes answer until the server knows that one of them stops; then only the other process answers.
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.call(work, { isSlow: false }, context)));
    expect(answers).toHaveLength(50);
    leaving.release();
    expect(await underWay).toEqual({ by: leaving.name });
    await stopped;
    running.splice(running.indexOf(process), 1);
    const others = await Promise.all(Array.from({ length: 20 }, () => client.call(work, { isSlow: false }, context)));
    expect(new Set(others.map(({ by }) => by))).toEqual(new Set([staying.name]));
  });

  it('is not ready first, is told to leave, and ends its connection last', async () => {
    const seen: string[] = [];
    const note = async (what: string, { operations, nats: connection }: Platform): Promise<void> => {
      seen.push(`${what}: ${(await operations.failures()).join()} ${connection.isClosed() ? 'closed' : 'open'}`);
    };
    const process = await startProcess({ name: 'drained', config: config(1) }, async (platform) => ({
      leave: () => void note('leave', platform),
      close: () => note('close', platform),
    }));
    expect(await process.platform.operations.failures()).toEqual([]);
    await process.stop();
    expect(seen).toEqual(['leave: process open', 'close: process open']);
    expect(process.platform.nats.isClosed()).toBe(true);
    await expect(fetch(`http://127.0.0.1:${process.operationsPort}/health/live`)).rejects.toThrow();
  });
});
