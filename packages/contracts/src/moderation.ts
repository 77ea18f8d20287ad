import { z } from 'zod';
import { PhotoId, UserId } from './ids.js';

const SERIOUS_REASONS = ['sexual', 'minor', 'notOwn', 'hateful', 'contact'] as const;
export const PHOTO_REPORT_REASONS = [...SERIOUS_REASONS, 'noPerson', 'other'] as const;
export const RATING_REPORT_REASONS = ['comments', 'conduct'] as const;
/** Reasons on the public report form; `illegal` stands for any other breach of the law. */
export const NOTICE_REASONS = ['childAbuse', ...SERIOUS_REASONS, 'other', 'illegal'] as const;

export const ReportReason = z.enum([...PHOTO_REPORT_REASONS, ...RATING_REPORT_REASONS]);
export type ReportReason = z.infer<typeof ReportReason>;
export const NoticeReason = z.enum(NOTICE_REASONS);
export type NoticeReason = z.infer<typeof NoticeReason>;
/**
 * Notices need a name and address unless they are about sexual abuse of a child (Digital Services Act, article
 * 16(2)(c)). A photo of somebody who may be under 18 (`minor`) does not by itself show such an offence.
 */
export const ANONYMOUS_NOTICE_REASONS: readonly NoticeReason[] = ['childAbuse'];
/** Reasons for which a single report hides a photo immediately. A single notice also needs further evidence. */
export const HELD_AT_ONCE: readonly NoticeReason[] = ['childAbuse', 'minor'];
/** `screening`: the automatic screening of an upload found something. */
export const CaseReason = z.enum([...NOTICE_REASONS, 'noPerson', ...RATING_REPORT_REASONS, 'screening']);
export type CaseReason = z.infer<typeof CaseReason>;

const HOUR_MS = 3_600_000;

/** `severity`: 1 is the most severe. `targetMs`: target time from opening to decision, in milliseconds. */
export const CASE_URGENCY: Readonly<Record<CaseReason, { severity: 1 | 2 | 3 | 4; targetMs: number }>> = {
  childAbuse: { severity: 1, targetMs: HOUR_MS },
  minor: { severity: 1, targetMs: HOUR_MS },
  illegal: { severity: 1, targetMs: 4 * HOUR_MS },
  sexual: { severity: 2, targetMs: 4 * HOUR_MS },
  hateful: { severity: 2, targetMs: 4 * HOUR_MS },
  notOwn: { severity: 3, targetMs: 24 * HOUR_MS },
  contact: { severity: 3, targetMs: 24 * HOUR_MS },
  screening: { severity: 3, targetMs: 24 * HOUR_MS },
  comments: { severity: 4, targetMs: 72 * HOUR_MS },
  conduct: { severity: 4, targetMs: 72 * HOUR_MS },
  noPerson: { severity: 4, targetMs: 72 * HOUR_MS },
  other: { severity: 4, targetMs: 72 * HOUR_MS },
};

/** Limits of moderation. `…Ms`: durations in milliseconds. `…TextMax` and `reasonsMax`: numbers of characters. */
export const MODERATION = {
  reportTextMax: 500,
  noticeTextMax: 5_000,
  reasonsMax: 2_000,
  appealTextMax: 2_000,
  /** Six months, counted from the statement. */
  appealMs: 183 * 24 * HOUR_MS,
  appealTargetMs: 7 * 24 * HOUR_MS,
  claimMs: 30 * 60_000,
  /** Time within which a moderator can undo their own decision `passOn` without an evidence role. */
  passOnUndoMs: 30 * 60_000,
  /** Time after the end of a slot during which its assessor can still report the photo, even a deleted one. */
  reportableMs: 24 * HOUR_MS,
  /** Retention of removed photos and report texts after the decision. An appeal or a legal hold extends it. */
  retentionMs: 30 * 24 * HOUR_MS,
  /** Retention of an undecided notice's text, name and address, counted from its arrival. */
  waitingNoticeMs: 183 * 24 * HOUR_MS,
  suspensionDaysMax: 180,
  blocksMax: 1_000,
  reportsPerDayMax: 50,
  /** A page of notices, each of up to 6,000 characters of 3 bytes, must fit into a message of 1 MiB. */
  reportsPerPage: 50,
  /** Largest number of waiting notices about one photo for one reason. More would tell a moderator nothing new. */
  noticesPerPhotoAndReasonMax: 100,
  /** Largest number of photos per hour that notices alone may hide. Further photos wait for a moderator. */
  noticeHoldsPerHourMax: 10,
  /** Time after an account's first photo during which a single notice can hide any of its photos. */
  newOwnerMs: 7 * 24 * HOUR_MS,
  /** Largest number of undecided reports in one case, because a single event answers all of them. */
  waitingReportsMax: 4_000,
} as const;

/** Rules of the page `/guidelines`. A decision cites one of them; a released id never changes its meaning. */
export const GUIDELINES = [
  { id: 'adults', title: 'Adults only', text: 'Everybody in a photo is 18 or older, and looks like it.' },
  { id: 'own-photos', title: 'Photos of yourself', text: 'You upload photos of yourself, which you may use.' },
  { id: 'no-nudity', title: 'Nothing sexual', text: 'No nudity, no underwear as the subject, nothing sexual.' },
  {
    id: 'no-hate',
    title: 'No hate, no violence',
    text: 'No symbols, gestures or words of hate, no weapons aimed at people, no injuries.',
  },
  {
    id: 'no-contact',
    title: 'No contact details, no advertising',
    text: 'No names of accounts, numbers, addresses or codes, and nothing for sale.',
  },
  { id: 'recognisable', title: 'A photo that can be assessed', text: 'You are in the photo, and the crop shows you.' },
  { id: 'respect', title: 'Respect', text: 'Comments are about the photo, never about the worth of the person.' },
  { id: 'honest', title: 'Honest ratings', text: 'You look at each photo and rate it as you see it.' },
  { id: 'law', title: 'The law', text: 'Nothing that the law forbids.' },
] as const;
export type GuidelineId = (typeof GUIDELINES)[number]['id'];
export const GuidelineId = z.enum(GUIDELINES.map(({ id }) => id) as [GuidelineId, ...GuidelineId[]]);

/** `closeAccount` takes effect after a second moderator confirms it. */
export const Decision = z.enum([
  'noViolation',
  'removePhoto',
  'askForCrop',
  'suspendAccount',
  'closeAccount',
  'passOn',
]);
export type Decision = z.infer<typeof Decision>;

export const CaseKind = z.enum(['photo', 'assessor', 'notice']);
export type CaseKind = z.infer<typeof CaseKind>;

/** The content to which the URL in a notice leads. It may not exist. */
export const NoticePlace = z.object({ kind: z.enum(['photo', 'photoAssessment', 'account']), id: z.uuid() });
export type NoticePlace = z.infer<typeof NoticePlace>;

/** `likeness`: similarity of the pictures, 0–1; 1 for the same picture. */
export const ScreeningFinding = z.discriminatedUnion('kind', [
  /** `score`: probability from the model, 0–1. */
  z.object({ kind: z.literal('nudity'), score: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('removedBefore'), photoId: PhotoId, likeness: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('otherAccount'), photoId: PhotoId, userId: UserId, likeness: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('failed') }),
]);
export type ScreeningFinding = z.infer<typeof ScreeningFinding>;

/** Report reasons that each kind of finding confirms. With such a finding, one counted report is enough for a hold. */
export const REASONS_OF_FINDING: Readonly<Record<ScreeningFinding['kind'], readonly CaseReason[]>> = {
  nudity: ['sexual', 'childAbuse', 'minor'],
  removedBefore: ['sexual', 'childAbuse', 'minor', 'notOwn', 'hateful', 'contact', 'noPerson', 'other'],
  otherAccount: ['notOwn'],
  failed: [],
};
