import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors, provideRepeatedJobs } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { WORKER_CONFIG, type WorkerConfig } from './config.js';
import { EraseAccounts } from './erasure/erase-accounts.js';
import { MailProcessor } from './mail/mail.processor.js';
import { Mailer } from './mail/mailer.js';
import { ModerationMails } from './mail/moderation-mails.js';
import { DeleteClosedAccounts } from './suspension/delete-closed-accounts.js';
import { RemoveExpiredRows } from './sweep/remove-expired-rows.js';

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerConfig, clock: Clock = databaseTime): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [] })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: WORKER_CONFIG, useValue: config },
        { provide: Mailer, useFactory: () => new Mailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) },
        ModerationMails,
        ...provideProcessors([MailProcessor], { redisUrl: config.REDIS_URL }),
        ...provideRepeatedJobs([DeleteClosedAccounts, EraseAccounts, RemoveExpiredRows], {
          redisUrl: config.REDIS_URL,
        }),
      ],
    };
  }
}
