import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import {
  correlatedEventsController,
  provideSubscribers,
  publishedEventsController,
  serviceControllers,
} from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { ChangeStanding } from './assessor-quality/assessor-standing.js';
import { GoldQuery } from './assessor-quality/gold/gold.query.js';
import { GoldShowings } from './assessor-quality/gold/gold-showings.rows.js';
import { RegisterGoldPair } from './assessor-quality/gold/register-gold-pair.js';
import { ShowGoldPair } from './assessor-quality/gold/show-gold-pair.js';
import { StandingsQuery } from './assessor-quality/standings.query.js';
import { Balances } from './balances.js';
import { CommentAssociationsQuery } from './comment-associations/comment-associations.query.js';
import { SETTINGS, type ServiceConfig, type SettingOfUseCases, settingsOf } from './config.js';
import { entities } from './entities.js';
import { FeedQuery } from './feed/feed.query.js';
import { PersonFeed } from './feed/person-feed.js';
import { VisitPhotos } from './feed/visit-photos.js';
import { findAssessments } from './found-assessments.js';
import { FollowPhotos } from './holding/follow-photos.js';
import { Holds } from './holds.js';
import { LinkedAccountsQuery } from './linked-accounts/linked-accounts.query.js';
import { RecentSubmissions } from './linked-accounts/recent-submissions.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { AppealTokens } from './moderation/appeal-tokens.js';
import { BlocksController } from './moderation/blocks/blocks.controller.js';
import { BlocksQuery } from './moderation/blocks/blocks.query.js';
import { ChangeBlocks } from './moderation/blocks/change-blocks.js';
import { CaseQueueQuery } from './moderation/case-queue.query.js';
import { CasesQuery } from './moderation/cases.query.js';
import { FileAppeal } from './moderation/file-appeal.js';
import { Moderate } from './moderation/moderate.js';
import { ModerationController } from './moderation/moderation.controller.js';
import { ModerationMetrics } from './moderation/moderation-metrics.js';
import { OpenCases } from './moderation/open-cases.js';
import { Report } from './moderation/report.js';
import { ReporterFactsQuery } from './moderation/reporter-facts.query.js';
import { ReportsController } from './moderation/reports.controller.js';
import { SeenPhotosQuery } from './moderation/seen-photos.query.js';
import { StatementsQuery } from './moderation/statements.query.js';
import { tellEvent } from './moderation/told-events.js';
import { TransparencyQuery } from './moderation/transparency.query.js';
import { OwnWrites } from './own-writes.js';
import { EndOnDeletion } from './owner/end-on-deletion.js';
import { OwnerPhotos } from './owner/owner-photos.rows.js';
import { RecordPhotoMove } from './owner/record-photo-move.js';
import { PaidCommands } from './paid-command.js';
import { Participants } from './participants/participants.rows.js';
import { AbandonStart } from './photo-assessment/abandon-start.js';
import { AdjustAssessment } from './photo-assessment/adjust-assessment.js';
import { ConfirmStart } from './photo-assessment/confirm-start.js';
import { EndAllAssessments } from './photo-assessment/end-all-assessments.js';
import { EndAssessment } from './photo-assessment/end-assessment.js';
import { OpenStart } from './photo-assessment/open-start.js';
import { OutlookQuery } from './photo-assessment/outlook.query.js';
import { StartForPhotos } from './photo-assessment/start-for-photos.js';
import { StartedPhotosQuery } from './photo-assessment/started-photos.query.js';
import { SubmitRatings } from './photo-assessment/submit-ratings.js';
import { SubmittedAssessments } from './photo-assessment/submitted-assessments.js';
import { ChangeProfileAssessment } from './profile-assessment/change-profile-assessment.js';
import { EndProfileAssessment } from './profile-assessment/end-profile-assessment.js';
import { ExportedProfilesQuery } from './profile-assessment/exported-profiles.query.js';
import { OpenProfilesQuery } from './profile-assessment/open-profiles.query.js';
import { PlannerPhotos } from './profile-assessment/planner-photos.js';
import { ProfileAssessmentsQuery } from './profile-assessment/profile-assessments.query.js';
import { RequestProfileAssessment } from './profile-assessment/request-profile-assessment.js';
import { SubmitProfileRating } from './profile-assessment/submit-profile-rating.js';
import { projections } from './projections.js';
import { PhotoScoresQuery } from './results/photo-scores.query.js';
import { RatingContents } from './results/rating-contents.rows.js';
import { ReceivedRatingsQuery } from './results/received-ratings.query.js';
import { AssessorController } from './rpc/assessor.controller.js';
import { AssessorsController } from './rpc/assessors.controller.js';
import { CatalogueController } from './rpc/catalogue.controller.js';
import { LinkedAccountsController } from './rpc/linked-accounts.controller.js';
import { OwnerController } from './rpc/owner.controller.js';
import { ProfileAssessorController } from './rpc/profile-assessor.controller.js';
import { ProfileOwnerController } from './rpc/profile-owner.controller.js';
import { StartsController } from './rpc/starts.controller.js';
import { FairScoresQuery } from './scoring/fair-scores.query.js';
import { OpenPeopleQuery } from './slots/open-people.query.js';
import { OpenPerson } from './slots/open-person.js';
import { OpenPhotos } from './slots/open-photos.js';

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
  FairScoresQuery,
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
