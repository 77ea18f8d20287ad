import type { CaseCommand, Moderator } from './commands.js';
import { claimedByAnother, evidenceStaffOnly, notClaimed, notWaiting, ownMatter } from './errors.js';
import type { CaseEvent } from './events.js';
import { isUnderLegalHold, type KnownCase, openAppeal } from './state.js';
import type { CasePolicy } from './vocabulary.js';

type Claim = Extract<CaseCommand, { type: 'Claim' }>;
type GiveBack = Extract<CaseCommand, { type: 'GiveBack' }>;

/** Renewing a claim within this time emits nothing, so a second click is harmless. */
const RENEWED_AFTER_MS = 60_000;

/**
 * Whether the moderator owns the photo or account, or sent a report of the case; such a moderator may not decide it.
 */
export function isOwnMatter({ subjectId, reports }: KnownCase, moderatorId: string): boolean {
  return subjectId === moderatorId || reports.some(({ reporterId }) => reporterId === moderatorId);
}

export function refuseOwnMatter(state: KnownCase, { moderatorId }: Moderator): void {
  if (isOwnMatter(state, moderatorId)) throw ownMatter();
}

export const liveClaim = ({ claim }: KnownCase, at: string) => (claim && claim.until > at ? claim : undefined);

/** When the claim was made or last renewed. */
export const claimedSince = ({ claim }: KnownCase, { claimMs }: CasePolicy): string =>
  claim ? new Date(Date.parse(claim.until) - claimMs).toISOString() : '';

export function refuseClaimedByAnother(state: KnownCase, { moderatorId }: Moderator, at: string): void {
  const claim = liveClaim(state, at);
  if (claim && claim.moderatorId !== moderatorId) throw claimedByAnother();
}

export function requireClaim(state: KnownCase, moderator: Moderator, at: string): void {
  refuseClaimedByAnother(state, moderator, at);
  if (!liveClaim(state, at)) throw notClaimed();
}

/** Only evidence staff may act on a case under legal hold. */
export function requireEvidenceStaff(state: KnownCase, { isEvidenceStaff }: Moderator): void {
  if (isUnderLegalHold(state) && !isEvidenceStaff) throw evidenceStaffOnly();
}

/** @throws DomainError CASE_CLAIMED; CONFLICT for a case that does not wait */
export function claim(command: Claim, state: KnownCase, { claimMs }: CasePolicy): CaseEvent[] {
  const { moderatorId, at } = command;
  refuseOwnMatter(state, command);
  if (!state.isOpen && !openAppeal(state)) throw notWaiting();
  requireEvidenceStaff(state, command);
  refuseClaimedByAnother(state, command, at);
  const before = liveClaim(state, at);
  const until = new Date(Date.parse(at) + claimMs).toISOString();
  if (before && Date.parse(until) - Date.parse(before.until) < RENEWED_AFTER_MS) return [];
  return [{ type: 'CaseClaimed', data: { caseId: state.caseId, moderatorId, until } }];
}

export function giveBack(command: GiveBack, state: KnownCase): CaseEvent[] {
  const { moderatorId, at } = command;
  refuseOwnMatter(state, command);
  refuseClaimedByAnother(state, command, at);
  if (!liveClaim(state, at)) return [];
  return [{ type: 'CaseGivenBack', data: { caseId: state.caseId, moderatorId } }];
}
