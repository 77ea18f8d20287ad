import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import {
  correlatedEventsController,
  provideSubscribers,
  publishedEventsController,
  serviceControllers,
} from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { GoldQuery, GoldShowings } from './assessor-quality/gold-showings.js';
import { RegisterGoldPair, ShowGoldPair } from './assessor-quality/show-gold-pair.js';
import { ChangeStanding, StandingsQuery } from './assessor-quality/standings.js';
import { BlocksQuery } from './blocks/blocks.query.js';
import { CommentAssociationsQuery } from './comment-associations/comment-associations.query.js';
import { EndAllAssessments } from './ending/end-all-assessments.js';
import { EndAssessment } from './ending/end-assessment.js';
import { FeedQuery } from './feed/feed.query.js';
import { PersonFeed, VisitPhotos } from './feed/person-feed.js';
import { FollowPhotos } from './holding/hold-photo.js';
import { SETTINGS, type ServiceConfig, type SettingOfUseCases, settingsOf } from './kernel/config.js';
import { OwnWrites } from './kernel/own-writes.js';
import { PaidCommands } from './kernel/paid-command.js';
import { Balances, Holds } from './kernel/tokens-service.js';
import { LinkedAccountsQuery } from './linked-accounts/linked-accounts.query.js';
import { RecentSubmissions } from './linked-accounts/submission-habits.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { CaseQueueQuery, CasesQuery } from './moderation/cases.query.js';
import { BlocksController, ChangeBlocks } from './moderation/change-blocks.js';
import { AppealTokens, FileAppeal } from './moderation/file-appeal.js';
import { Moderate } from './moderation/moderate.js';
import { ModerationMetrics } from './moderation/notice-holds.js';
import { OpenCases } from './moderation/open-cases.js';
import { Report, ReporterFactsQuery } from './moderation/report.js';
import { SeenPhotosQuery } from './moderation/seen-photos.query.js';
import { StatementsQuery, TransparencyQuery } from './moderation/statements.query.js';
import { tellEvent } from './moderation/told-events.js';
import { OwnerPhotos } from './owner/owner-photos.js';
import { Participants } from './participants/participants.rows.js';
import { AdjustAssessment } from './photo-assessment/adjust-assessment.js';
import { OutlookQuery } from './photo-assessment/outlook.query.js';
import { RatingContents } from './photo-assessment/rating-contents.js';
import { StartedPhotosQuery } from './photo-assessment/read-model.js';
import { SubmitRatings } from './photo-assessment/submit-ratings.js';
import { EndOnDeletion, RecordPhotoMove } from './processes/follow-owner.js';
import { EndProfileAssessment } from './profile-assessment/end-profile-assessment.js';
import { OpenProfilesQuery } from './profile-assessment/open-profiles.query.js';
import { ExportedProfilesQuery, ProfileAssessmentsQuery } from './profile-assessment/profile-assessments.query.js';
import {
  ChangeProfileAssessment,
  PlannerPhotos,
  RequestProfileAssessment,
} from './profile-assessment/request-profile-assessment.js';
import { SubmitProfileRating } from './profile-assessment/submit-profile-rating.js';
import { entities, findAssessments, projections } from './read-models.js';
import { PhotoScoresQuery } from './results/photo-scores.query.js';
import { ReceivedRatingsQuery } from './results/received-ratings.query.js';
import { AssessorController, CatalogueController } from './rpc/assessor.controller.js';
import { AssessorsController, LinkedAccountsController } from './rpc/assessors.controller.js';
import { ModerationController, ReportsController } from './rpc/moderation.controller.js';
import { OwnerController, StartsController } from './rpc/owner.controller.js';
import { ProfileAssessorController, ProfileOwnerController } from './rpc/profile.controller.js';
import { AdjustedScoresQuery } from './scoring/adjusted-scores.query.js';
import { OpenPeopleQuery } from './slots/open-people.query.js';
import { OpenPerson } from './slots/open-person.js';
import { OpenPhotos } from './slots/open-photos.js';
import { SubmittedAssessments } from './slots/submitted-assessments.js';
import { ConfirmStart, StartForPhotos } from './starting/confirm-start.js';
import { AbandonStart, OpenStart } from './starting/open-start.js';

const useCases = [
  OpenStart,
  ConfirmStart,
  AbandonStart,
  StartForPhotos,
  AdjustAssessment,
  OpenPerson,
  OpenPhotos,
  PersonFeed,
  VisitPhotos,
  ShowGoldPair,
  SubmittedAssessments,
  SubmitRatings,
  EndAssessment,
  EndAllAssessments,
  RecordPhotoMove,
  EndOnDeletion,
  PlannerPhotos,
  Holds,
  Balances,
  PaidCommands,
  RequestProfileAssessment,
  ChangeProfileAssessment,
  EndProfileAssessment,
  SubmitProfileRating,
  RecentSubmissions,
  ChangeStanding,
  RegisterGoldPair,
  ChangeBlocks,
  FollowPhotos,
  Report,
  OpenCases,
  Moderate,
  FileAppeal,
  AppealTokens,
];
const queries = [
  BlocksQuery,
  AdjustedScoresQuery,
  CommentAssociationsQuery,
  FeedQuery,
  ExportedProfilesQuery,
  ProfileAssessmentsQuery,
  LinkedAccountsQuery,
  OpenProfilesQuery,
  OpenPeopleQuery,
  PhotoScoresQuery,
  ReceivedRatingsQuery,
  GoldQuery,
  StandingsQuery,
  OutlookQuery,
  StartedPhotosQuery,
  GoldShowings,
  Participants,
  OwnerPhotos,
  SeenPhotosQuery,
  RatingContents,
  ReporterFactsQuery,
  StatementsQuery,
  CaseQueueQuery,
  CasesQuery,
  TransparencyQuery,
  ModerationMetrics,
];

@Module({})
export class AppModule {
  static forRoot(
    config: Pick<ServiceConfig, SettingOfUseCases | 'DATABASE_POOLER'>,
    clock: Clock = databaseTime,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities })],
      controllers: [
        ReportsController,
        ModerationController,
        StartsController,
        AssessorController,
        OwnerController,
        ProfileOwnerController,
        ProfileAssessorController,
        AssessorsController,
        LinkedAccountsController,
        CatalogueController,
        BlocksController,
        ...serviceControllers('assessments', { toIntegrationEvent, findByUuid: findAssessments, tellEvent }),
        correlatedEventsController('assessments', tellEvent),
        publishedEventsController('assessments', toIntegrationEvent),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: SETTINGS, useValue: settingsOf(config) },
        OwnWrites,
        ...useCases,
        ...queries,
        ...provideProjections(projections),
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}
