import { CASE_URGENCY, HELD_AT_ONCE, MODERATION, REASONS_OF_FINDING } from '@candid/contracts';
import type { CasePolicy } from './domain/vocabulary.js';

/** Maps the contract's tables to the domain's policy. A contract word that the domain lacks does not compile. */
export const casePolicy: CasePolicy = {
  urgency: CASE_URGENCY,
  reasonsOfFinding: REASONS_OF_FINDING,
  heldAtOnce: HELD_AT_ONCE,
  waitingReportsMax: MODERATION.waitingReportsMax,
  claimMs: MODERATION.claimMs,
  passOnUndoMs: MODERATION.passOnUndoMs,
  appealMs: MODERATION.appealMs,
  appealTargetMs: MODERATION.appealTargetMs,
};
