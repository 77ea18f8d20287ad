import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import {
  correlatedEventsController,
  provideSubscribers,
  publishedEventsController,
  serviceControllers,
} from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { assessorQuality } from './assessor-quality/module.js';
import { BlocksQuery } from './blocks/blocks.query.js';
import { catalogue } from './catalogue/module.js';
import { commentAssociations } from './comment-associations/module.js';
import { ending } from './ending/module.js';
import { feed } from './feed/module.js';
import { SETTINGS, type ServiceConfig, type SettingOfUseCases, settingsOf } from './kernel/config.js';
import { OwnWrites } from './kernel/own-writes.js';
import { PaidCommands } from './kernel/paid-command.js';
import { Balances, Holds } from './kernel/tokens-service.js';
import { linkedAccounts } from './linked-accounts/module.js';
import { moderation } from './moderation/module.js';
import { OwnerPhotos } from './owner/owner-photos.js';
import { Participants } from './participants/participants.rows.js';
import { photoAssessment } from './photo-assessment/module.js';
import { processes } from './processes/module.js';
import { tellEvent, toIntegrationEvent } from './processes/publish.js';
import { subscribers } from './processes/subscribers.js';
import { profileAssessment } from './profile-assessment/module.js';
import { findAssessments, projections } from './read-models.js';
import { results } from './results/module.js';
import { AdjustedScoresQuery } from './scoring/adjusted-scores.query.js';
import { slots } from './slots/module.js';
import { starting } from './starting/module.js';

/** Each capability adds its use cases, its queries, and the controllers that answer its messages. */
const capabilities: readonly Required<Pick<ModuleMetadata, 'controllers' | 'providers'>>[] = [
  catalogue,
  linkedAccounts,
  photoAssessment,
  commentAssociations,
  results,
  profileAssessment,
  assessorQuality,
  ending,
  feed,
  slots,
  starting,
  moderation,
  processes,
];

const shared = [
  ...[Balances, Holds, OwnWrites, PaidCommands],
  ...[AdjustedScoresQuery, BlocksQuery, OwnerPhotos, Participants],
];

@Module({})
export class AppModule {
  static forRoot(
    config: Pick<ServiceConfig, SettingOfUseCases | 'DATABASE_POOLER'>,
    clock: Clock = databaseTime,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [] })],
      controllers: [
        ...capabilities.flatMap(({ controllers }) => controllers),
        ...serviceControllers('assessments', { toIntegrationEvent, findByUuid: findAssessments, tellEvent }),
        correlatedEventsController('assessments', tellEvent),
        publishedEventsController('assessments', toIntegrationEvent),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: SETTINGS, useValue: settingsOf(config) },
        ...shared,
        ...capabilities.flatMap(({ providers }) => providers),
        ...provideProjections(projections),
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}
