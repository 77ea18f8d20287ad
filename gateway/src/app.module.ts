import { NATS, type Platform, RpcClient } from '@candid/platform';
import { createObjectStorage } from '@candid/platform/object-storage';
import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { AccountController } from './account/account.controller.js';
import { AccessTokens } from './auth/access-token.js';
import { EndedAccounts } from './auth/ended-accounts.js';
import { RefreshCookie } from './auth/refresh-cookie.js';
import { RouteGuard } from './auth/route.guard.js';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { AnalyticsController } from './controllers/analytics.controller.js';
import { AssessmentSettingsController } from './controllers/assessment-settings.controller.js';
import { AssessmentsController } from './controllers/assessments.controller.js';
import { CorrectionsController } from './controllers/corrections.controller.js';
import { EvaluationGroupsController } from './controllers/evaluation-groups.controller.js';
import { IdentityController } from './controllers/identity.controller.js';
import { PasswordResetController } from './controllers/password-reset.controller.js';
import { PaymentsController } from './controllers/payments.controller.js';
import { PhotosController } from './controllers/photos.controller.js';
import { PreferencesController } from './controllers/preferences.controller.js';
import { ProfileAssessorController } from './controllers/profile-assessor.controller.js';
import { RatersController } from './controllers/raters.controller.js';
import { SupportLedgerController } from './controllers/support-ledger.controller.js';
import { TokensController } from './controllers/tokens.controller.js';
import { RefusalFilter } from './errors/refusal.filter.js';
import { HeldAnswers } from './held/held-answers.js';
import { ChangeWatch } from './held/watch-changes.js';
import { UsedKeys } from './idempotency/used-keys.js';
import { LiveController } from './live/live.controller.js';
import { LiveFeed } from './live/live-feed.js';
import { MediaController } from './media/media.controller.js';
import { OBJECT_STORAGE } from './media/object-storage.token.js';
import { UploadPlaces } from './photos/upload-places.js';
import { RateLimits } from './rate-limit/rate-limits.js';
import { Services } from './services/services.js';
import { DeadLettersController } from './support/dead-letters.controller.js';
import { IdentitySupportController } from './support/identity-support.controller.js';
import { SupportAccountController } from './support/support-account.controller.js';
import { SupportAudit } from './support/support-audit.js';
import { SupportTraceController } from './support/support-trace.controller.js';

@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig, platform: Platform, redis: Redis): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        IdentityController,
        PasswordResetController,
        PreferencesController,
        AnalyticsController,
        // Before the photos: `/get-image/public` must not be taken for a person's id.
        AssessmentsController,
        PhotosController,
        AssessmentSettingsController,
        EvaluationGroupsController,
        ProfileAssessorController,
        RatersController,
        TokensController,
        PaymentsController,
        AccountController,
        IdentitySupportController,
        SupportAccountController,
        SupportLedgerController,
        SupportTraceController,
        DeadLettersController,
        CorrectionsController,
        LiveController,
        MediaController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: AccessTokens, useFactory: () => AccessTokens.fromPem(config.JWT_PUBLIC_KEY) },
        { provide: RefreshCookie, useValue: new RefreshCookie(config.PUBLIC_URL.startsWith('https:')) },
        { provide: RateLimits, useValue: new RateLimits(redis, config.RATE_LIMIT_FACTOR) },
        { provide: UsedKeys, useValue: new UsedKeys(redis, config.MEDIA_SIGNING_SECRET) },
        {
          provide: Services,
          inject: [RpcClient],
          useFactory: (client: RpcClient) => new Services(client, config.RPC_TIMEOUT_MS, config.RPC_PATIENCE_MS),
        },
        { provide: OBJECT_STORAGE, useFactory: () => createObjectStorage(config) },
        UploadPlaces,
        { provide: EndedAccounts, useFactory: () => new EndedAccounts(platform.jetstream, platform.logger) },
        {
          provide: SupportAudit,
          inject: [Services],
          useFactory: (services: Services) => new SupportAudit(services, platform.logger),
        },
        { provide: LiveFeed, inject: [NATS], useFactory: (nats: NatsConnection) => new LiveFeed(nats) },
        { provide: HeldAnswers, useValue: new HeldAnswers() },
        {
          provide: ChangeWatch,
          inject: [NATS, HeldAnswers],
          useFactory: (nats: NatsConnection, held: HeldAnswers) => new ChangeWatch(nats, held),
        },
        { provide: APP_FILTER, useValue: new RefusalFilter(platform.logger) },
        { provide: APP_GUARD, useClass: RouteGuard },
      ],
    };
  }
}
