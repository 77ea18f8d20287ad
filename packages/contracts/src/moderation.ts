import { z } from 'zod';
import { PhotoId, UserId } from './ids.js';

/** Why an assessor reports a photo. */
export const PHOTO_REPORT_REASONS = ['sexual', 'minor', 'notOwn', 'hateful', 'contact', 'other'] as const;
/** Why an owner reports a rating: what its comments say, or how its assessor behaves. */
export const RATING_REPORT_REASONS = ['comments', 'conduct'] as const;
/** Why anybody reports content with the public form; `illegal` is any other breach of the law. */
export const NOTICE_REASONS = [...PHOTO_REPORT_REASONS, 'illegal'] as const;

export const ReportReason = z.enum([...PHOTO_REPORT_REASONS, ...RATING_REPORT_REASONS]);
export type ReportReason = z.infer<typeof ReportReason>;
export const NoticeReason = z.enum(NOTICE_REASONS);
export type NoticeReason = z.infer<typeof NoticeReason>;
/** Why a case is there. `screening`: a finding of the screening on upload. */
export const CaseReason = z.enum([...NOTICE_REASONS, ...RATING_REPORT_REASONS, 'screening']);
export type CaseReason = z.infer<typeof CaseReason>;

const HOUR_MS = 3_600_000;

/** 1 is the gravest: the queue shows it first. `targetMs`: how soon such a case is to be decided. */
export const CASE_URGENCY: Readonly<Record<CaseReason, { severity: 1 | 2 | 3 | 4; targetMs: number }>> = {
  minor: { severity: 1, targetMs: HOUR_MS },
  illegal: { severity: 1, targetMs: 4 * HOUR_MS },
  sexual: { severity: 2, targetMs: 4 * HOUR_MS },
  hateful: { severity: 2, targetMs: 4 * HOUR_MS },
  notOwn: { severity: 3, targetMs: 24 * HOUR_MS },
  contact: { severity: 3, targetMs: 24 * HOUR_MS },
  screening: { severity: 3, targetMs: 24 * HOUR_MS },
  comments: { severity: 4, targetMs: 72 * HOUR_MS },
  conduct: { severity: 4, targetMs: 72 * HOUR_MS },
  other: { severity: 4, targetMs: 72 * HOUR_MS },
};

/** Times in milliseconds, and numbers of characters. */
export const MODERATION = {
  reportTextMax: 500,
  noticeTextMax: 5_000,
  reasonsMax: 2_000,
  appealTextMax: 2_000,
  /** From the statement: 183 days, six months. */
  appealMs: 183 * 24 * HOUR_MS,
  appealTargetMs: 7 * 24 * HOUR_MS,
  /** How long a case stays with the moderator who claimed it. */
  claimMs: 30 * 60_000,
  /** Removed photos and the words of reports are kept so long after the decision, and while an appeal or a legal hold needs them. */
  retentionMs: 30 * 24 * HOUR_MS,
  suspensionDaysMax: 180,
  blocksMax: 1_000,
  reportsPerDayMax: 50,
} as const;

/** The rules of `/guidelines`. A decision names one of them; ids never change meaning once released. */
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
  {
    id: 'recognisable',
    title: 'A photo that can be assessed',
    text: 'You are in the photo, and the crop shows you.',
  },
  {
    id: 'respect',
    title: 'Respect',
    text: 'Comments are about the photo, never about the worth of the person.',
  },
  { id: 'honest', title: 'Honest ratings', text: 'You look at each photo and rate it as you see it.' },
  { id: 'law', title: 'The law', text: 'Nothing that the law forbids.' },
] as const;
export type GuidelineId = (typeof GUIDELINES)[number]['id'];
export const GuidelineId = z.enum(GUIDELINES.map(({ id }) => id) as [GuidelineId, ...GuidelineId[]]);

/** What a moderator decides. `closeAccount` takes effect when a second moderator confirms it. */
export const Decision = z.enum([
  'noViolation',
  'removePhoto',
  'askForCrop',
  'suspendAccount',
  'closeAccount',
  'passOn',
]);
export type Decision = z.infer<typeof Decision>;

/** What a case is about. */
export const CaseKind = z.enum(['photo', 'assessor', 'notice']);
export type CaseKind = z.infer<typeof CaseKind>;

/** What screening found in a photo. `likeness`: 0–1, 1 for the same picture. */
export const ScreeningFinding = z.discriminatedUnion('kind', [
  /** `score`: the model's probability, 0–1. */
  z.object({ kind: z.literal('nudity'), score: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('removedBefore'), photoId: PhotoId, likeness: z.number().min(0).max(1) }),
  z.object({
    kind: z.literal('otherAccount'),
    photoId: PhotoId,
    userId: UserId,
    likeness: z.number().min(0).max(1),
  }),
  /** The picture could not be screened. */
  z.object({ kind: z.literal('failed') }),
]);
export type ScreeningFinding = z.infer<typeof ScreeningFinding>;

/** The reason of a report that a finding agrees with: then one report is enough for a hold. */
export const REASONS_OF_FINDING: Readonly<Record<ScreeningFinding['kind'], readonly CaseReason[]>> = {
  nudity: ['sexual'],
  removedBefore: ['sexual', 'notOwn', 'hateful', 'contact', 'other'],
  otherAccount: ['notOwn'],
  failed: [],
};
