/** The contract's words, which the domain does not import. `../case-policy.ts` compares them. */
type PhotoReason = 'sexual' | 'minor' | 'notOwn' | 'hateful' | 'contact' | 'other';
type RatingReason = 'comments' | 'conduct';
export type NoticeReason = PhotoReason | 'childAbuse' | 'illegal';
export type CaseReason = NoticeReason | RatingReason | 'screening';
export type CaseKind = 'photo' | 'assessor' | 'notice';
export type Decision = 'noViolation' | 'removePhoto' | 'askForCrop' | 'suspendAccount' | 'closeAccount' | 'passOn';

export type Finding =
  | { kind: 'nudity'; score: number }
  | { kind: 'removedBefore'; photoId: string; likeness: number }
  | { kind: 'otherAccount'; photoId: string; userId: string; likeness: number }
  | { kind: 'failed' };

/** What a case is about: one photo, one assessor, or one notice that names no known photo, but possibly an account. */
export interface CaseSubject {
  kind: CaseKind;
  /** Whose photo it is, which assessor it is, or which account a notice names; null for a notice that led to nobody. */
  subjectId: string | null;
  photoId: string | null;
}

/** 1 is the gravest. */
export type Severity = 1 | 2 | 3 | 4;

/** How urgent a case is. `dueAt`: by when it is to be decided. */
export interface Urgency {
  severity: Severity;
  dueAt: string;
}

export interface CasePolicy {
  readonly urgency: Readonly<Record<CaseReason, { severity: Severity; targetMs: number }>>;
  readonly reasonsOfFinding: Readonly<Record<Finding['kind'], readonly CaseReason[]>>;
  /** Reasons for which one report, or one supported notice, holds a photo. */
  readonly heldAtOnce: readonly CaseReason[];
  readonly waitingReportsMax: number;
  readonly claimMs: number;
  /** For so long may whoever passed a case on undo that without an evidence role. */
  readonly passOnUndoMs: number;
  readonly appealMs: number;
  readonly appealTargetMs: number;
}
