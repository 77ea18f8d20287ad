import { createHash } from 'node:crypto';
import type { Route } from '@candid/contracts';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { verifyMediaPath } from '@candid/platform/object-storage';
import { Controller, Get, Inject, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { RefusalError } from '../errors/refusal.js';
import { PLAIN_TEXTS } from '../errors/status-of-code.js';
import { ROUTE_METADATA } from '../http/http-route.decorator.js';
import { OBJECT_STORAGE } from './object-storage.token.js';

/** The signature in the link is the permission: an `<img>` sends no token. */
const MEDIA_ROUTE: Route = {
  id: 'media',
  method: 'GET',
  path: '/media/*',
  tag: 'Photos',
  summary: 'A picture by its signed link',
  audience: 'anyone',
  query: z.object({ expires: z.string().max(16), signature: z.string().max(128) }),
  answer: z.string(),
  status: 200,
  refusals: ['NOT_FOUND'],
};

@Controller()
export class MediaController {
  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('media/*')
  @SetMetadata(ROUTE_METADATA, MEDIA_ROUTE)
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const now = new Date();
    const key = verifyMediaPath(this.config.MEDIA_SIGNING_SECRET, request.url.replace(/^\/api/, ''), now);
    const etag = key ? etagOf(key) : undefined;
    const { expires } = request.query as { expires: string };
    const secondsLeft = Math.max(0, Math.floor(Number(expires) - now.getTime() / 1000));
    const caching = { etag, 'cache-control': `private, max-age=${secondsLeft}, immutable` };
    if (etag && request.headers['if-none-match']?.split(/, */).includes(etag)) {
      await reply.code(304).headers(caching).send();
      return;
    }
    const object = key ? await this.storage.get(key) : undefined;
    if (!object) throw new RefusalError('NOT_FOUND', PLAIN_TEXTS.NOT_FOUND);
    await reply
      .headers(caching)
      .header('content-type', object.contentType)
      .header('content-length', object.size)
      .header('content-disposition', 'inline')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(object.stream);
  }
}

/** The bytes under a key never change: the key says it all, and a link made later for the same picture finds it known. */
const etagOf = (key: string): string => `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;
