import type { AssessmentSettings } from './events.js';
import type { Assessment, Slot, StartedAssessment } from './state.js';

/** The assessor's slot if its time is not over; a slot is live until the moment it expires. */
export function liveSlotOf(photoAssessment: StartedAssessment, assessorId: string, at: string): Slot | undefined {
  return photoAssessment.slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);
}

/** How many live slots the assessed photo has. */
export const liveSlotsOn = (photoAssessment: StartedAssessment, { assessmentId }: Assessment, at: string): number =>
  photoAssessment.slots.filter((slot) => slot.expiresAt > at && slot.assessmentIds.includes(assessmentId)).length;

/** What the assessor is asked for: as it was when the slot was reserved, for as long as that is live. */
export const termsOf = (
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  assessorId: string,
  at: string,
): AssessmentSettings =>
  liveSlotOf(photoAssessment, assessorId, at)?.terms[assessment.assessmentId] ?? assessment.settings;

/** Whether the assessor's rating of this assessment could be taken: live slots of other assessors count as taken. */
export function hasFreeSlot(
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  assessorId: string,
  at: string,
): boolean {
  if (assessment.status !== 'running') return false;
  const reserved = photoAssessment.slots.filter(
    (slot) =>
      slot.assessorId !== assessorId && slot.expiresAt > at && slot.assessmentIds.includes(assessment.assessmentId),
  );
  return assessment.assessorIds.length + reserved.length < assessment.testLimit;
}

/** What this assessor may rate now: open, not yet rated by the same person, and with a free slot. */
export function rateableBy(photoAssessment: StartedAssessment, assessorId: string, at: string): Assessment[] {
  return photoAssessment.assessments.filter(
    (assessment) =>
      !assessment.assessorIds.includes(assessorId) && hasFreeSlot(photoAssessment, assessment, assessorId, at),
  );
}

/** `at` moved by `ms`, in the same format. */
export const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
