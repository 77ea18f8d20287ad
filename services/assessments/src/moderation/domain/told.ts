import type { Decision } from './vocabulary.js';

interface OfDecision {
  decision: Decision;
  subjectId: string | null;
  photoId: string | null;
  /** Whether a photo was held until the decision. */
  wasHeld: boolean;
}

/**
 * Whether the person whom a decision concerns may learn of it. Statements, mails, live events and appeals all follow this.
 * - A decision in the person's favour is told only where it ended a hold: nobody else learns that there was a report.
 * - Words that were passed on without a photo restrict nobody, so nobody learns of the notice.
 */
export function isTold({ decision, subjectId, photoId, wasHeld }: OfDecision): boolean {
  if (subjectId === null) return false;
  if (decision === 'noViolation') return wasHeld;
  return decision !== 'passOn' || photoId !== null;
}
