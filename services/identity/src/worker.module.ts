import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors, provideRepeatedJobs } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { WORKER_CONFIG, type WorkerConfig } from './kernel/config.js';
import { Mailer } from './mail/mailer.js';
import { DeleteClosedAccounts, EraseAccounts } from './personal-data/erasure.js';
import { RemoveExpiredRows } from './processes/remove-expired-rows.js';
import { MailProcessor } from './processes/send-mails.js';
import { PushProcessor } from './processes/send-pushes.js';
import { PushService } from './push/push-service.js';

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerConfig, clock: Clock = databaseTime): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [] })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: WORKER_CONFIG, useValue: config },
        { provide: Mailer, useFactory: () => new Mailer(config) },
        { provide: PushService, useFactory: () => new PushService(config) },
        ...provideProcessors([MailProcessor, PushProcessor], { redisUrl: config.REDIS_URL }),
        ...provideRepeatedJobs([DeleteClosedAccounts, EraseAccounts, RemoveExpiredRows], {
          redisUrl: config.REDIS_URL,
        }),
      ],
    };
  }
}
