import type { AssessmentSettings } from './events.js';
import type { Assessment, Slot, StartedTest } from './state.js';

/** The assessor's slot if its time is not over; a slot is live until the moment it expires. */
export function liveSlotOf(test: StartedTest, assessorId: string, at: string): Slot | undefined {
  return test.slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);
}

/** How many people hold a place on the assessment now. */
export const liveSlotsOn = (test: StartedTest, { assessmentId }: Assessment, at: string): number =>
  test.slots.filter((slot) => slot.expiresAt > at && slot.assessmentIds.includes(assessmentId)).length;

/** What the rater is asked for: as it was when the slot was reserved, for as long as that is live. */
export const termsOf = (test: StartedTest, assessment: Assessment, raterId: string, at: string): AssessmentSettings =>
  liveSlotOf(test, raterId, at)?.terms[assessment.assessmentId] ?? assessment.settings;

/** Whether the rater's rating of this assessment could be taken: places of other people's live slots are theirs. */
export function hasPlace(test: StartedTest, assessment: Assessment, raterId: string, at: string): boolean {
  if (assessment.status !== 'running') return false;
  const reserved = test.slots.filter(
    (slot) =>
      slot.assessorId !== raterId && slot.expiresAt > at && slot.assessmentIds.includes(assessment.assessmentId),
  );
  return assessment.raterIds.length + reserved.length < assessment.testLimit;
}

/** What this assessor may rate now: open, not yet rated by the same person, and with a place left. */
export function rateableBy(test: StartedTest, assessorId: string, at: string): Assessment[] {
  return test.assessments.filter(
    (assessment) => !assessment.raterIds.includes(assessorId) && hasPlace(test, assessment, assessorId, at),
  );
}

/** `at` moved by `ms`, in the same format. */
export const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
