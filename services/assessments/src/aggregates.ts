import { PRODUCT } from '@candid/contracts';
import type { Aggregate, LoadedStream } from '@candid/event-store';
import { type RaterCommand, raterDecider } from './assessor-quality/domain/decide.js';
import { type RaterEvent, raterStreamId } from './assessor-quality/domain/events.js';
import { raterPolicy } from './assessor-quality/domain/policy.js';
import type { RaterState } from './assessor-quality/domain/state.js';
import {
  type GoldCommand,
  type GoldEvent,
  type GoldState,
  goldDecider,
  goldStreamId,
} from './assessor-quality/gold/domain/gold-pair.js';
import type { OwnerCommand } from './owner/domain/commands.js';
import { ownerDecider } from './owner/domain/decide.js';
import { type OwnerEvent, ownerStreamId } from './owner/domain/events.js';
import type { OwnerState } from './owner/domain/state.js';
import type { TestCommand } from './photo-assessment/domain/commands.js';
import { testDecider } from './photo-assessment/domain/decide.js';
import { type TestEvent, testStreamId } from './photo-assessment/domain/events.js';
import type { TestState } from './photo-assessment/domain/state.js';
import type { GroupCommand } from './profile-assessment/domain/commands.js';
import { groupDecider } from './profile-assessment/domain/decide.js';
import { type GroupEvent, groupStreamId } from './profile-assessment/domain/events.js';
import type { GroupState } from './profile-assessment/domain/state.js';

export const photoAssessmentStreams: Aggregate<TestState, TestCommand, TestEvent> = {
  ...testDecider(PRODUCT),
  streamOf: testStreamId,
};
export const profileAssessmentStreams: Aggregate<GroupState, GroupCommand, GroupEvent> = {
  ...groupDecider(PRODUCT),
  streamOf: groupStreamId,
};
export const ownerStreams: Aggregate<OwnerState, OwnerCommand, OwnerEvent> = {
  ...ownerDecider(PRODUCT),
  streamOf: ownerStreamId,
};
export const assessorStreams: Aggregate<RaterState, RaterCommand, RaterEvent> = {
  ...raterDecider(raterPolicy),
  streamOf: raterStreamId,
};
export const goldPairStreams: Aggregate<GoldState, GoldCommand, GoldEvent> = { ...goldDecider, streamOf: goldStreamId };

export type LoadedPhotoAssessment = LoadedStream<TestState, TestCommand, TestEvent>;
export type LoadedProfileAssessment = LoadedStream<GroupState, GroupCommand, GroupEvent>;
export type LoadedOwner = LoadedStream<OwnerState, OwnerCommand, OwnerEvent>;
