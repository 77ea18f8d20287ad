import { DomainError } from '@candid/event-store';

export const caseUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such case.');
export const alreadyReported = (): DomainError =>
  new DomainError('ALREADY_REPORTED', 'You have reported this already. We look into it.');
export const enoughReports = (): DomainError =>
  new DomainError('RATE_LIMITED', 'Many people have reported this already. We look into it.');
export const ownMatter = (): DomainError =>
  new DomainError('FORBIDDEN', 'You cannot act on a case about yourself, or on your own report.');
export const ownDecision = (): DomainError =>
  new DomainError('FORBIDDEN', 'You took part in this decision: another moderator has to look at it.');
export const evidenceStaffOnly = (): DomainError =>
  new DomainError('FORBIDDEN', 'This case was passed on: only the safety lead and legal staff can change it.');
export const claimedByAnother = (): DomainError =>
  new DomainError('CASE_CLAIMED', 'Another moderator works on this case.');
export const notClaimed = (): DomainError => new DomainError('CONFLICT', 'Please claim the case first.');
export const notWaiting = (): DomainError => new DomainError('CONFLICT', 'This case does not wait for a decision.');
export const graveReportSince = (): DomainError =>
  new DomainError(
    'CONFLICT',
    'A grave report came after you claimed the case. Please give it back, claim it again and look.',
  );
export const awaitsAppeal = (): DomainError => new DomainError('CONFLICT', 'Please decide the appeal first.');
export const awaitsSecond = (): DomainError => new DomainError('CONFLICT', 'This case waits for a second moderator.');
export const noClosure = (): DomainError => new DomainError('CONFLICT', 'There is no closure to confirm.');
export const nothingToUndo = (): DomainError => new DomainError('CONFLICT', 'There is no decision to undo.');
export const wasAppealed = (): DomainError =>
  new DomainError('CONFLICT', 'This decision was appealed: it can no longer be undone.');
export const noAppeal = (): DomainError => new DomainError('CONFLICT', 'There is no appeal to decide.');
export const nothingToAppeal = (): DomainError =>
  new DomainError('NOT_FOUND', 'There is no decision that you can appeal against.');
export const alreadyAppealed = (): DomainError =>
  new DomainError('ALREADY_APPEALED', 'You have appealed against this decision already.');
export const appealExpired = (): DomainError =>
  new DomainError('APPEAL_EXPIRED', 'The six months for an appeal are over.');
export const badDecision = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, [{ field, message }]);
