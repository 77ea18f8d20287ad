import type { AssessmentSettings } from './events.js';
import type { Assessment, Slot, StartedAssessment } from './state.js';

/** The assessor's live slot. A slot is live before `expiresAt`, but not at it. */
export function liveSlotOf(photoAssessment: StartedAssessment, assessorId: string, at: string): Slot | undefined {
  return photoAssessment.slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);
}

/** The assessor's newest slot, live or expired. */
export const newestSlotOf = ({ slots }: StartedAssessment, assessorId: string): Slot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId);

/**
 * True also for an assessment that was paused after the reservation: the assessor has seen its photo and is paid for
 * it.
 */
export const isCoveredBy = ({ assessmentIds, pausedIds }: Slot, assessmentId: string): boolean =>
  assessmentIds.includes(assessmentId) || pausedIds.includes(assessmentId);

/** Number of live slots on the assessed photo. */
export const liveSlotsOn = (photoAssessment: StartedAssessment, { assessmentId }: Assessment, at: string): number =>
  photoAssessment.slots.filter((slot) => slot.expiresAt > at && slot.assessmentIds.includes(assessmentId)).length;

/** Settings that apply to the assessor: those of the live slot, otherwise the current ones. */
export const termsOf = (
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  assessorId: string,
  at: string,
): AssessmentSettings =>
  liveSlotOf(photoAssessment, assessorId, at)?.terms[assessment.assessmentId] ?? assessment.settings;

/** Whether the assessor has had the photo in a slot: in the newest one, in a rating or in a report. */
export function hasSeen(photoAssessment: StartedAssessment, photoId: string, assessorId: string): boolean {
  const assessment = photoAssessment.assessments.find((candidate) => candidate.photoId === photoId);
  if (!assessment) return false;
  const { assessmentId, assessorIds, excusedIds } = assessment;
  const slot = newestSlotOf(photoAssessment, assessorId);
  return (
    assessorIds.includes(assessorId) ||
    excusedIds.includes(assessorId) ||
    (slot !== undefined && isCoveredBy(slot, assessmentId))
  );
}

/** Whether assessors may see the photo: its assessment runs, and it is neither held nor awaiting screening. */
export const isShown = ({ status, isHeld, isUnscreened }: Assessment): boolean =>
  status === 'running' && !isHeld && !isUnscreened;

/** Whether the assessment has capacity for this assessor's rating. Live slots of other assessors use capacity. */
export function hasFreeSlot(
  photoAssessment: StartedAssessment,
  assessment: Assessment,
  assessorId: string,
  at: string,
): boolean {
  if (!isShown(assessment)) return false;
  const reserved = photoAssessment.slots.filter(
    (slot) =>
      slot.assessorId !== assessorId && slot.expiresAt > at && slot.assessmentIds.includes(assessment.assessmentId),
  );
  return assessment.assessorIds.length + reserved.length < assessment.testLimit;
}

/**
 * Assessments that this assessor may rate now: shown, not rated by or excused for this assessor, and with a free slot.
 */
export function rateableBy(photoAssessment: StartedAssessment, assessorId: string, at: string): Assessment[] {
  return photoAssessment.assessments.filter(
    (assessment) =>
      !assessment.assessorIds.includes(assessorId) &&
      !assessment.excusedIds.includes(assessorId) &&
      hasFreeSlot(photoAssessment, assessment, assessorId, at),
  );
}

/** `at` plus `ms`, in the same format. */
export const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** Minimum length of a slot, and of what a renewal adds. Shorter renewals would only lengthen the history. */
export const slotMsMin = 60_000;

interface SlotTimeRequest {
  live: { expiresAt: string } | undefined;
  /** False if settings or photos have changed since the live slot was reserved. Any renewal is then granted. */
  isAsPromised: boolean;
  /** Total slot time of the assessor here, in milliseconds; `holdMsMax` limits it. */
  heldMs: number;
  holdMsMax: number;
  slotMs: number;
  at: string;
}

/**
 * Expiry of a slot that is reserved or renewed at `at`, and the time left. @returns undefined if the slot would be too
 * short
 */
export function slotTimeOf(request: SlotTimeRequest): { expiresAt: string; holdMsLeft: number } | undefined {
  const { live, isAsPromised, heldMs, holdMsMax, slotMs, at } = request;
  const from = live?.expiresAt ?? at;
  const msLeft = holdMsMax - heldMs;
  const expiresAt = [later(at, slotMs), later(from, Math.max(0, msLeft))].sort()[0]!;
  if (expiresAt < later(from, slotMsMin) && (live === undefined || isAsPromised)) return undefined;
  return { expiresAt, holdMsLeft: msLeft - (Date.parse(expiresAt) - Date.parse(from)) };
}
