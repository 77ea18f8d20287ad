import { provideProcessors, provideRepeatedJobs } from '@candid/platform/jobs';
import { PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { CLOCK, type Clock } from './application/clock.js';
import { EraseAccounts } from './application/erase-accounts.js';
import { WORKER_CONFIG, type WorkerConfig } from './config.js';
import { ErasureJob } from './jobs/erasure/erasure.job.js';
import { MailProcessor } from './jobs/mail/mail.processor.js';
import { Mailer } from './jobs/mail/mailer.js';
import { ExpiredRowsSweep } from './jobs/sweep/expired-rows.sweep.js';

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerConfig, clock: Clock = () => new Date()): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ databaseUrl: config.DATABASE_URL, entities: [] })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: WORKER_CONFIG, useValue: config },
        { provide: Mailer, useFactory: () => new Mailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) },
        ...provideProcessors([MailProcessor], { redisUrl: config.REDIS_URL }),
        ...provideRepeatedJobs([ErasureJob], { redisUrl: config.REDIS_URL }),
        EraseAccounts,
        ExpiredRowsSweep,
      ],
    };
  }
}
