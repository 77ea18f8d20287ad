import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { RefusalError } from '../errors/refusals.js';
import { scopedKeyOf } from '../http/call.js';

const REMEMBERED_SECONDS = 24 * 3600;

/**
 * What each idempotency key was used for, so that no key stands for two things. The services keep the answers; this also
 * covers the calls that keep none because their bodies are secrets: what is stored is keyed, and says nothing of them.
 * While Redis is away the services' own records alone decide.
 */
export class UsedKeys {
  constructor(
    private readonly redis: Redis,
    private readonly secret: string,
  ) {}

  /** @throws RefusalError `IDEMPOTENCY_KEY_REUSED` when the key has succeeded with another body */
  async refuseReuse(request: FastifyRequest): Promise<void> {
    const use = this.useOf(request);
    const known = use && (await this.redis.get(use.name).catch(() => null));
    if (known && known !== use.fingerprint) {
      throw new RefusalError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.');
    }
  }

  /** A refused request has done nothing: its key may come again with what was corrected. */
  async remember(request: FastifyRequest): Promise<void> {
    const use = this.useOf(request);
    if (use) await this.redis.set(use.name, use.fingerprint, 'EX', REMEMBERED_SECONDS, 'NX').catch(() => null);
  }

  private useOf({ call, headers }: FastifyRequest): { name: string; fingerprint: string } | undefined {
    if (!call || call.route.method === 'GET' || headers['idempotency-key'] === undefined) return undefined;
    const keyed = (text: string) => createHmac('sha256', this.secret).update(text).digest('base64url');
    return { name: `used-key:${keyed(scopedKeyOf(call))}`, fingerprint: keyed(call.fingerprint) };
  }
}

/** Before the answer leaves, so that whoever has it can rely on it. */
export function registerUsedKeys(fastify: FastifyInstance, usedKeys: UsedKeys): void {
  fastify.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400) await usedKeys.remember(request);
  });
}
