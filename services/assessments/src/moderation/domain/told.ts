import type { Decision } from './vocabulary.js';

interface OfDecision {
  decision: Decision;
  subjectId: string | null;
  photoId: string | null;
  /** True if a photo was held until the decision. */
  wasHeld: boolean;
}

/**
 * Returns whether the person concerned by a decision may learn of it. Statements, mails, live events and appeals all follow this.
 * - The person learns of a decision in their favour only where it ended a hold: nobody else learns that there was a report.
 * - Words that were passed on without a photo restrict nobody, so nobody learns of the notice.
 */
export function isTold({ decision, subjectId, photoId, wasHeld }: OfDecision): boolean {
  if (subjectId === null) return false;
  if (decision === 'noViolation') return wasHeld;
  return decision !== 'passOn' || photoId !== null;
}
