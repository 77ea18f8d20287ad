import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type Environment,
  NestLogger,
  type Platform,
  type RunningApplication,
  type RunningProcess,
  rootModule,
  startProcess,
} from '@candid/platform';
import { connectRedisForRequests } from '@candid/platform/redis';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { BearerTokens, EndedSessions } from './auth/callers.js';
import { CacheInvalidation, keepInCache, serveFromCache } from './cache/cache-hooks.js';
import { ResponseCache } from './cache/response-cache.js';
import { registerUsedKeys, UsedKeys } from './guard/route-guard.js';
import { registerCompression, registerPlugins, registerValidators, sendRefusal } from './http/answers.js';
import { registerDocs, registerSpa } from './http/pages.js';
import { boundUnfinishedRequests, ConnectionDrain, registerObservation } from './http/requests.js';
import { type GatewayConfig, readConfig } from './kernel/config.js';
import { LiveController } from './live/live.js';
import { RateLimits } from './rate-limit/rate-limits.js';
import { SupportAudit } from './support/support-audit.js';

/** Time in which a request must arrive completely. Slow uploads are refused earlier. */
const REQUEST_MS = 6 * 60_000;
/** The part of the shutdown time that is reserved for the steps after the last answer. */
const CLOSE_MS = 2_000;

export function gateway(environment?: Environment): Promise<RunningProcess> {
  const config = readConfig(environment);
  return startProcess({ name: 'gateway', config, shutdownTimeoutMs: config.SHUTDOWN_MS, isEdge: true }, (platform) =>
    serve(config, platform),
  );
}

async function serve(settings: GatewayConfig, platform: Platform): Promise<RunningApplication> {
  const redis = connectRedisForRequests(settings.REDIS_URL);
  redis.on('error', (error) =>
    platform.logger.warn({ err: error }, 'Redis is away; rate limits count in this process'),
  );
  const adapter = new FastifyAdapter({
    requestTimeout: REQUEST_MS,
    bodyLimit: settings.JSON_BODY_BYTES_MAX,
    trustProxy: settings.TRUSTED_PROXIES?.split(',') ?? false,
    genReqId: () => randomUUID(),
    frameworkErrors: (error: Error, request: unknown, reply: unknown) =>
      sendRefusal(error, request as never, reply as never, platform.logger),
    // A request on a connection that is about to close is still answered; afterwards its client reconnects.
    return503OnClosing: false,
    // No path parameter of the contract is longer. The contract's schemas set the limit of each parameter.
    routerOptions: { maxParamLength: 1024 },
  });
  const application = await NestFactory.create<NestFastifyApplication>(
    rootModule(AppModule.forRoot(settings, platform, redis), platform),
    adapter,
    { logger: new NestLogger(), abortOnError: false, rawBody: true },
  );
  application.useBodyParser('message/rfc822', { bodyLimit: settings.JSON_BODY_BYTES_MAX });
  application.setGlobalPrefix('api');
  const fastify = adapter.getInstance();
  const cache = application.get(ResponseCache);
  const guards = {
    tokens: application.get(BearerTokens),
    ended: application.get(EndedSessions),
    rateLimits: application.get(RateLimits),
  };
  serveFromCache(fastify as never, { cache, ...guards });
  registerObservation(fastify as never, { metrics: platform.metrics, cache });
  boundUnfinishedRequests(fastify as never, (error, request, reply) =>
    sendRefusal(error, request, reply, platform.logger),
  );
  await registerPlugins(fastify as never, {
    publicUrl: settings.PUBLIC_URL,
    picturesOrigin: settings.S3_PUBLIC_ENDPOINT,
  });
  registerValidators(fastify as never);
  keepInCache(fastify as never, cache, application.get(CacheInvalidation));
  registerUsedKeys(fastify as never, application.get(UsedKeys));
  await registerSpa(fastify as never, settings.SPA_DIR, platform.logger);
  application.get(SupportAudit).register(fastify as never);
  registerCompression(fastify as never);
  await registerDocs(fastify as never, settings.PUBLIC_URL);
  const live = application.get(LiveController);
  fastify.addHook('preClose', async () => live.endStreams());
  const drain = new ConnectionDrain(fastify as never, platform.logger, settings.SHUTDOWN_MS - CLOSE_MS);
  await application.listen(settings.PORT, settings.HOST);
  return {
    leave: () => drain.leave(),
    close: async () => {
      await drain.close();
      await application.close();
      redis.disconnect();
    },
  };
}
