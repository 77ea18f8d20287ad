import type { UnitOfWork } from '@candid/event-store';
import {
  type LoadedPhotoAssessment,
  type LoadedProfileAssessment,
  photoAssessmentStreams,
  profileAssessmentStreams,
} from '../aggregates.js';
import { liveSlotOf } from '../photo-assessment/domain/places.js';
import { liveSlotOf as liveGroupSlotOf } from '../profile-assessment/domain/places.js';
import type { HeldOpening } from './openings.rows.js';

/** Whose slots are looked at, and when. */
export interface Moment {
  assessorId: string;
  at: string;
}

/** One after another: a session does one thing at a time. */
export async function loadTests(unit: UnitOfWork, testIds: readonly string[]): Promise<LoadedPhotoAssessment[]> {
  const tests: LoadedPhotoAssessment[] = [];
  for (const testId of new Set(testIds)) tests.push(await unit.load(photoAssessmentStreams, testId));
  return tests;
}

export const slotOn = ({ state }: LoadedPhotoAssessment, { assessorId, at }: Moment) =>
  state.status === 'started' ? liveSlotOf(state, assessorId, at) : undefined;

export const slotOnProfile = ({ state }: LoadedProfileAssessment, { assessorId, at }: Moment) =>
  state.status === 'known' ? liveGroupSlotOf(state.run, assessorId, at) : undefined;

/** What the assessor holds a slot on, in the order of the photo assessment. */
export function photosHeld(test: LoadedPhotoAssessment, moment: Moment): string[] {
  const slot = slotOn(test, moment);
  if (!slot || test.state.status !== 'started') return [];
  return test.state.assessments
    .filter(({ assessmentId, status }) => status === 'running' && slot.assessmentIds.includes(assessmentId))
    .map(({ photoId }) => photoId);
}

/** An opening with the streams that its slots are in. */
export interface OpenedStreams {
  held: HeldOpening;
  tests: LoadedPhotoAssessment[];
  groups: LoadedProfileAssessment[];
}

export async function loadOpening(unit: UnitOfWork, held: HeldOpening): Promise<OpenedStreams> {
  return {
    held,
    tests: await loadTests(unit, held.testIds),
    groups: held.groupId === null ? [] : [await unit.load(profileAssessmentStreams, held.groupId)],
  };
}

export const isLive = ({ held: { openingId }, tests, groups }: OpenedStreams, moment: Moment): boolean =>
  tests.some((test) => slotOn(test, moment)?.openingId === openingId) ||
  groups.some((group) => slotOnProfile(group, moment)?.openingId === openingId);

export function release({ held: { openingId }, tests, groups }: OpenedStreams, moment: Moment): void {
  for (const test of tests) test.decide({ type: 'ReleaseSlot', openingId, ...moment });
  for (const group of groups) group.decide({ type: 'ReleaseGroupSlot', openingId, ...moment });
}
