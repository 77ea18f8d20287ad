import { type Platform, RpcClient } from '@candid/platform';
import { createObjectStorage, createPresignedLinks } from '@candid/platform/object-storage';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { AccountController } from './account/account.js';
import { accountCalls, IdentityController } from './account/identity.js';
import { BearerTokens, EndedSessions } from './auth/callers.js';
import { KnownDevices, RefreshCookie } from './auth/cookies.js';
import { CacheInvalidation } from './cache/cache-hooks.js';
import { ResponseCache } from './cache/response-cache.js';
import { assessorCalls } from './calls/assessor-calls.js';
import { tableController } from './calls/call-table.js';
import { forwardedCalls } from './calls/forwarded-calls.js';
import { moderationCalls, reportsCalls } from './calls/moderation-calls.js';
import { ownerCalls } from './calls/owner-calls.js';
import { MailReportsController, PaymentNotificationsController, StatementExportController } from './calls/raw-calls.js';
import { supportCalls } from './calls/support-calls.js';
import { RouteGuard, UsedKeys } from './guard/route-guard.js';
import { RefusalFilter } from './http/answers.js';
import { GATEWAY_CONFIG, type GatewayConfig, OBJECT_STORAGE, PRESIGNED_LINKS } from './kernel/config.js';
import { Services } from './kernel/services.js';
import { LiveController, LiveFeed } from './live/live.js';
import { MediaController } from './photos/media.js';
import { UploadPhotosController, UploadPlaces } from './photos/upload-photos.js';
import { RateLimits } from './rate-limit/rate-limits.js';
import { SupportAudit } from './support/support-audit.js';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig, platform: Platform, redis: Redis): DynamicModule {
    const isSecure = config.PUBLIC_URL.startsWith('https:');
    const devices = new KnownDevices(config.MEDIA_SIGNING_SECRET, isSecure);
    return {
      module: AppModule,
      controllers: [
        tableController([
          ...forwardedCalls,
          ...accountCalls,
          ...ownerCalls,
          ...assessorCalls(config.MEDIA_SIGNING_SECRET),
          ...reportsCalls,
          ...moderationCalls,
          ...supportCalls,
        ]),
        IdentityController,
        UploadPhotosController,
        PaymentNotificationsController,
        MailReportsController,
        AccountController,
        StatementExportController,
        LiveController,
        MediaController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: BearerTokens, useValue: new BearerTokens(config.JWT_PUBLIC_KEY) },
        { provide: RefreshCookie, useValue: new RefreshCookie(isSecure) },
        { provide: KnownDevices, useValue: devices },
        { provide: RateLimits, useValue: new RateLimits(redis, config.RATE_LIMIT_FACTOR, devices) },
        { provide: UsedKeys, useValue: new UsedKeys(redis, config.MEDIA_SIGNING_SECRET) },
        {
          provide: Services,
          inject: [RpcClient],
          useFactory: (client: RpcClient) => new Services(client, config.RPC_TIMEOUT_MS, config.RPC_PATIENCE_MS),
        },
        { provide: OBJECT_STORAGE, useFactory: () => createObjectStorage(config) },
        {
          provide: PRESIGNED_LINKS,
          useFactory: async () => config.S3_PUBLIC_ENDPOINT && createPresignedLinks(config, config.S3_PUBLIC_ENDPOINT),
        },
        {
          provide: UploadPlaces,
          useValue: new UploadPlaces({
            total: config.UPLOADS_MAX,
            perNetwork: config.UPLOADS_PER_NETWORK_MAX,
            perUser: config.UPLOADS_PER_USER_MAX,
          }),
        },
        {
          provide: EndedSessions,
          inject: [Services],
          useFactory: (services: Services) =>
            new EndedSessions(services, platform.logger, { patienceMs: config.RPC_PATIENCE_MS }),
        },
        SupportAudit,
        LiveFeed,
        CacheInvalidation,
        { provide: ResponseCache, useValue: new ResponseCache() },
        { provide: APP_FILTER, useValue: new RefusalFilter(platform.logger) },
        { provide: APP_GUARD, useClass: RouteGuard },
      ],
    };
  }
}
