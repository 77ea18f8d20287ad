import type { AssessmentSettings } from './events.js';
import type { Assessment, Slot, StartedAssessment } from './state.js';

/** The assessor's slot if its time is not over; a slot is live until the moment it expires. */
export function liveSlotOf(photoAssessment: StartedAssessment, assessorId: string, at: string): Slot | undefined {
  return photoAssessment.slots.find((slot) => slot.assessorId === assessorId && slot.expiresAt > at);
}

/** Live or not. */
export const newestSlotOf = ({ slots }: StartedAssessment, assessorId: string): Slot | undefined =>
  slots.find((slot) => slot.assessorId === assessorId);

/** Also what was paused since the slot was reserved: the assessor has seen it, and is paid for it. */
export const isCoveredBy = ({ assessmentIds, pausedIds }: Slot, assessmentId: string): boolean =>
  assessmentIds.includes(assessmentId) || pausedIds.includes(assessmentId);

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

/** Whether the photo was ever in a slot of the assessor: in the newest one, in a rating, or in a report. */
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

/** Whether assessors may see it: it runs, and is neither held nor waiting to be screened. */
export const isShown = ({ status, isHeld, isUnscreened }: Assessment): boolean =>
  status === 'running' && !isHeld && !isUnscreened;

/** Whether the assessor's rating of this assessment could be taken: live slots of other assessors count as taken. */
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

/** What this assessor may rate now: shown, not yet rated by the same person nor kept from him, and with a free slot. */
export function rateableBy(photoAssessment: StartedAssessment, assessorId: string, at: string): Assessment[] {
  return photoAssessment.assessments.filter(
    (assessment) =>
      !assessment.assessorIds.includes(assessorId) &&
      !assessment.excusedIds.includes(assessorId) &&
      hasFreeSlot(photoAssessment, assessment, assessorId, at),
  );
}

/** `at` moved by `ms`, in the same format. */
export const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** No slot is shorter. A renewal adds at least as much, since a shorter one only lengthens the history. */
export const slotMsMin = 60_000;

interface SlotTimeRequest {
  live: { expiresAt: string } | undefined;
  /** False if the owner has changed the terms since the live slot was reserved: any renewal is granted then. */
  isAsPromised: boolean;
  /** The sum of the assessor's slot times here, and its bound. */
  heldMs: number;
  holdMsMax: number;
  slotMs: number;
  at: string;
}

/** Until when a slot reserved or renewed at `at` lasts, and what is left of the bound. @returns undefined if that is too short */
export function slotTimeOf(request: SlotTimeRequest): { expiresAt: string; holdMsLeft: number } | undefined {
  const { live, isAsPromised, heldMs, holdMsMax, slotMs, at } = request;
  const from = live?.expiresAt ?? at;
  const msLeft = holdMsMax - heldMs;
  const expiresAt = [later(at, slotMs), later(from, Math.max(0, msLeft))].sort()[0]!;
  if (expiresAt < later(from, slotMsMin) && (live === undefined || isAsPromised)) return undefined;
  return { expiresAt, holdMsLeft: msLeft - (Date.parse(expiresAt) - Date.parse(from)) };
}
