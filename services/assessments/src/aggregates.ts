import { MODERATION, PRODUCT } from '@candid/contracts';
import type { Aggregate, LoadedStream } from '@candid/event-store';
import { type AssessorCommand, assessorDecider } from './assessor-quality/domain/decide.js';
import { type AssessorEvent, assessorStreamId } from './assessor-quality/domain/events.js';
import { assessorPolicy } from './assessor-quality/domain/policy.js';
import type { AssessorState } from './assessor-quality/domain/state.js';
import {
  type GoldCommand,
  type GoldEvent,
  type GoldState,
  goldDecider,
  goldStreamId,
} from './assessor-quality/gold/domain/gold-pair.js';
import { type BlocksCommand, type BlocksState, blocksDecider } from './moderation/blocks/domain/decide.js';
import { type BlocksEvent, blocksStreamId } from './moderation/blocks/domain/events.js';
import { casePolicy } from './moderation/case-policy.js';
import type { CaseCommand } from './moderation/domain/commands.js';
import { caseDecider } from './moderation/domain/decide.js';
import { type CaseEvent, caseStreamId } from './moderation/domain/events.js';
import {
  type ReporterCommand,
  type ReporterEvent,
  type ReporterState,
  reporterDecider,
  reporterStreamId,
} from './moderation/domain/reporter.js';
import type { CaseState } from './moderation/domain/state.js';
import type { OwnerCommand } from './owner/domain/commands.js';
import { ownerDecider } from './owner/domain/decide.js';
import { type OwnerEvent, ownerStreamId } from './owner/domain/events.js';
import type { OwnerState } from './owner/domain/state.js';
import type { PhotoAssessmentCommand } from './photo-assessment/domain/commands.js';
import { photoAssessmentDecider } from './photo-assessment/domain/decide.js';
import { type PhotoAssessmentEvent, photoAssessmentStreamId } from './photo-assessment/domain/events.js';
import type { PhotoAssessmentState } from './photo-assessment/domain/state.js';
import type { ProfileCommand } from './profile-assessment/domain/commands.js';
import { profileAssessmentDecider } from './profile-assessment/domain/decide.js';
import { type ProfileEvent, profileAssessmentStreamId } from './profile-assessment/domain/events.js';
import type { ProfileState } from './profile-assessment/domain/state.js';

export const photoAssessmentStreams: Aggregate<PhotoAssessmentState, PhotoAssessmentCommand, PhotoAssessmentEvent> = {
  ...photoAssessmentDecider(PRODUCT),
  streamOf: photoAssessmentStreamId,
};
export const profileAssessmentStreams: Aggregate<ProfileState, ProfileCommand, ProfileEvent> = {
  ...profileAssessmentDecider(PRODUCT),
  streamOf: profileAssessmentStreamId,
};
export const ownerStreams: Aggregate<OwnerState, OwnerCommand, OwnerEvent> = {
  ...ownerDecider(PRODUCT),
  streamOf: ownerStreamId,
};
export const assessorStreams: Aggregate<AssessorState, AssessorCommand, AssessorEvent> = {
  ...assessorDecider(assessorPolicy),
  streamOf: assessorStreamId,
};
export const goldPairStreams: Aggregate<GoldState, GoldCommand, GoldEvent> = { ...goldDecider, streamOf: goldStreamId };
export const blocksStreams: Aggregate<BlocksState, BlocksCommand, BlocksEvent> = {
  ...blocksDecider(MODERATION),
  streamOf: blocksStreamId,
};

export const caseStreams: Aggregate<CaseState, CaseCommand, CaseEvent> = {
  ...caseDecider(casePolicy),
  streamOf: caseStreamId,
};
export const reporterStreams: Aggregate<ReporterState, ReporterCommand, ReporterEvent> = {
  ...reporterDecider(MODERATION),
  streamOf: reporterStreamId,
};

export type LoadedPhotoAssessment = LoadedStream<PhotoAssessmentState, PhotoAssessmentCommand, PhotoAssessmentEvent>;
export type LoadedProfileAssessment = LoadedStream<ProfileState, ProfileCommand, ProfileEvent>;
export type LoadedOwner = LoadedStream<OwnerState, OwnerCommand, OwnerEvent>;
export type LoadedCase = LoadedStream<CaseState, CaseCommand, CaseEvent>;
