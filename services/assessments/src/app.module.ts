import {
  awaitInboxController,
  correlatedEventsController,
  deadLettersController,
  findThingsController,
  listTimelineController,
  provideSubscribers,
  publishedEventsController,
} from '@candid/platform/messaging';
import { PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { AbandonStart } from './application/abandon-start.js';
import { AdjustAssessment } from './application/adjust-assessment.js';
import { CLOCK, type Clock } from './application/clock.js';
import { ConfirmStart } from './application/confirm-start.js';
import { EndAllAssessments } from './application/end-all-assessments.js';
import { EndAssessment } from './application/end-assessment.js';
import { ExtensionHold } from './application/extension-hold.js';
import { ForgetPhotos } from './application/forget-photos.js';
import { OpenGoldTest } from './application/gold/open-gold-test.js';
import { RegisterGoldPair } from './application/gold/register-gold-pair.js';
import { ChangeGroup } from './application/groups/change-group.js';
import { EndGroup } from './application/groups/end-group.js';
import { EndOwnersGroup } from './application/groups/end-owners-group.js';
import { PaidCommands } from './application/groups/paid-command.js';
import { PlannerPhotos } from './application/groups/planner-photos.js';
import { RequestGroup } from './application/groups/request-group.js';
import { ReserveGroupSlot } from './application/groups/reserve-group-slot.js';
import { RunHold } from './application/groups/run-hold.js';
import { SubmitGeneralRating } from './application/groups/submit-general-rating.js';
import { Leave } from './application/leave.js';
import { OpenStart } from './application/open-start.js';
import { OwnWrites } from './application/own-writes.js';
import { ChangeStanding } from './application/rater-standing.js';
import { RecordPhotoMove } from './application/record-photo-move.js';
import { ReserveSlot } from './application/reserve-slot.js';
import { StartForPhoto } from './application/start-for-photo.js';
import { Streams } from './application/streams.js';
import { SubmitRatings } from './application/submit-ratings.js';
import type { ServiceConfig } from './config.js';
import { entities } from './entities.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { projections } from './projections/all.js';
import { FeedQuery } from './projections/feed/feed.query.js';
import { findAssessments } from './projections/found-assessments.js';
import { GoldQuery } from './projections/gold/gold.query.js';
import { ExportedGroupsQuery } from './projections/groups/exported-groups.query.js';
import { GroupsQuery } from './projections/groups/groups.query.js';
import { OpenGroupsQuery } from './projections/groups/open-groups.query.js';
import { StandingsQuery } from './projections/raters/standings.query.js';
import { FairScoresQuery } from './projections/scores/fair-scores.query.js';
import { PhotoAssessmentsQuery } from './projections/scores/photo-assessments.query.js';
import { ReceivedRatingsQuery } from './projections/scores/received-ratings.query.js';
import { TestsQuery } from './projections/tests/tests.query.js';
import { OwnerPhotos } from './records/owner-photos.js';
import { Participants } from './records/participants.js';
import { AssessorController } from './rpc/assessor.controller.js';
import { CatalogueController } from './rpc/catalogue.controller.js';
import { EvaluationGroupsController } from './rpc/evaluation-groups.controller.js';
import { OwnerController } from './rpc/owner.controller.js';
import { ProfileAssessorController } from './rpc/profile-assessor.controller.js';
import { RatersController } from './rpc/raters.controller.js';
import { StartsController } from './rpc/starts.controller.js';

const useCases = [
  OpenStart,
  ConfirmStart,
  AbandonStart,
  StartForPhoto,
  ExtensionHold,
  AdjustAssessment,
  ReserveSlot,
  SubmitRatings,
  EndAssessment,
  EndAllAssessments,
  RecordPhotoMove,
  ForgetPhotos,
  Leave,
  PlannerPhotos,
  RunHold,
  PaidCommands,
  RequestGroup,
  ChangeGroup,
  EndGroup,
  EndOwnersGroup,
  ReserveGroupSlot,
  SubmitGeneralRating,
  ChangeStanding,
  OpenGoldTest,
  RegisterGoldPair,
];
const queries = [
  FairScoresQuery,
  FeedQuery,
  ExportedGroupsQuery,
  GroupsQuery,
  OpenGroupsQuery,
  PhotoAssessmentsQuery,
  ReceivedRatingsQuery,
  GoldQuery,
  StandingsQuery,
  TestsQuery,
  Participants,
  OwnerPhotos,
];

@Module({})
export class AppModule {
  static forRoot(config: Pick<ServiceConfig, 'DATABASE_URL'>, clock: Clock = () => new Date()): DynamicModule {
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ databaseUrl: config.DATABASE_URL, entities })],
      controllers: [
        StartsController,
        AssessorController,
        OwnerController,
        EvaluationGroupsController,
        ProfileAssessorController,
        RatersController,
        CatalogueController,
        awaitInboxController('assessments'),
        correlatedEventsController('assessments'),
        deadLettersController('assessments'),
        findThingsController('assessments', { findByUuid: findAssessments }),
        listTimelineController('assessments'),
        publishedEventsController('assessments', toIntegrationEvent),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        Streams,
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
