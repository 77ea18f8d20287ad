import type { Decision, GuidelineId } from '@candid/contracts';
import { moderationTexts } from '../../lib/texts/moderation';
import { type DecisionTexts, moderationDecisionTexts } from '../../lib/texts/moderation-decisions';
import type { CaseDecision, CaseReport, QueuedCase, ShownCase } from './case';

type Claimable = Pick<QueuedCase, 'claimedBy' | 'claimedUntil'>;

export function claimOf({ claimedBy, claimedUntil }: Claimable, userId: string, now: number) {
  if (claimedBy === null || (claimedUntil !== null && Date.parse(claimedUntil) <= now)) return 'free';
  return claimedBy === userId ? 'own' : 'others';
}

/** The next step of the case. `sealed`: the case was passed on, and moderators can no longer see its content. */
export function stageOf({ status, isUnderLegalHold }: Pick<ShownCase, 'status' | 'isUnderLegalHold'>) {
  if (status === 'appealed') return 'appeal';
  if (isUnderLegalHold) return 'sealed';
  if (status === 'awaiting-second') return 'second';
  return status === 'open' ? 'decide' : 'decided';
}
export type Stage = ReturnType<typeof stageOf>;

export const standing = ({ decisions }: Pick<ShownCase, 'decisions'>): CaseDecision | undefined =>
  [...decisions].sort(newestFirst).find(({ undoneAt }) => undoneAt === null);

/** Returns the decision to judge: the one that waits for a second moderator, or the oldest one with an open appeal. */
export function judgedDecision(shown: ShownCase): CaseDecision | undefined {
  const stage = stageOf(shown);
  if (stage === 'second') return standing(shown);
  if (stage !== 'appeal') return undefined;
  return [...shown.decisions].sort(newestFirst).findLast(({ appeal }) => appeal?.outcome === null);
}

export const newestFirst = (one: CaseDecision, other: CaseDecision): number =>
  Date.parse(other.decidedAt) - Date.parse(one.decidedAt);

export function mayNotText(shown: ShownCase, userId: string): string | undefined {
  if (shown.mayDecide) return undefined;
  const texts = moderationDecisionTexts.mayNot;
  if (shown.subjectId === userId) return texts.ownSubject;
  if (shown.detail.some(({ reporterId }) => reporterId === userId)) return texts.ownReport;
  const decision = judgedDecision(shown);
  const tookPart = decision?.decidedBy === userId || decision?.confirmedBy === userId;
  if (!tookPart) return texts.other;
  return stageOf(shown) === 'second' ? texts.ownClosure : texts.ownDecision;
}

/** Decisions in the order of the keys 1–6. This order is the same for every case. */
export const decisionKeys = [
  'noViolation',
  'removePhoto',
  'askForCrop',
  'suspendAccount',
  'closeAccount',
  'passOn',
] as const satisfies readonly Decision[];

const aboutPhoto: readonly Decision[] = ['removePhoto', 'askForCrop'];
const aboutAccount: readonly Decision[] = ['suspendAccount', 'closeAccount'];

export function notHereText(
  decision: Decision,
  { kind, photoId, subjectId }: Pick<ShownCase, 'kind' | 'photoId' | 'subjectId'>,
): string | undefined {
  const texts = moderationDecisionTexts.notHere;
  const hasPhoto = photoId !== null && kind !== 'assessor';
  if (aboutPhoto.includes(decision) && !hasPhoto) return texts.photo;
  // A notice can be passed on without a photo, because its text can be evidence.
  if (decision === 'passOn' && !hasPhoto && kind !== 'notice') return texts.photo;
  if (aboutAccount.includes(decision) && subjectId === null) return texts.account;
  return undefined;
}

/** Says why some decisions cannot be made; empty if each can. */
export const notHereTexts = (shown: Parameters<typeof notHereText>[1]): string =>
  [...new Set(decisionKeys.flatMap((decision) => notHereText(decision, shown) ?? []))].join(' ');

type Told = Pick<ShownCase, 'subjectId' | 'photoId' | 'isHeld'>;

/** Texts of the decision. If the content was not found, nobody has seen it, so the text is not "no violation". */
export const wordsOf = (decision: Decision, { subjectId }: Pick<Told, 'subjectId'>): DecisionTexts =>
  decision === 'noViolation' && subjectId === null
    ? moderationDecisionTexts.notFound
    : moderationDecisionTexts.decisions[decision];

export function effectsOf(decision: Decision, shown: Told): readonly string[] {
  if (decision === 'noViolation' && shown.isHeld) return moderationDecisionTexts.holdEnds;
  if (decision === 'passOn' && shown.photoId === null) return moderationDecisionTexts.wordsPassedOn;
  return wordsOf(decision, shown).effects;
}

/** True if the decision changes something for the person: only then does the person get a statement with reasons. */
export function isTold(decision: Decision, { subjectId, photoId, isHeld }: Told): boolean {
  if (subjectId === null) return false;
  if (decision === 'noViolation') return isHeld;
  return decision !== 'passOn' || photoId !== null;
}

export const isGrave = (decision: Decision): boolean =>
  decision === 'suspendAccount' || decision === 'closeAccount' || decision === 'passOn';

const ruleOfReason: Readonly<Record<ShownCase['reasons'][number], GuidelineId>> = {
  childAbuse: 'law',
  minor: 'adults',
  illegal: 'law',
  sexual: 'no-nudity',
  hateful: 'no-hate',
  notOwn: 'own-photos',
  contact: 'no-contact',
  screening: 'no-nudity',
  comments: 'respect',
  conduct: 'honest',
  noPerson: 'recognisable',
  other: 'recognisable',
};

export function defaultRule({ reasons, screening }: Pick<ShownCase, 'reasons' | 'screening'>): GuidelineId {
  const [main = 'other'] = reasons;
  if (main !== 'screening') return ruleOfReason[main];
  const [found] = screening;
  if (found?.kind === 'nudity') return 'no-nudity';
  return found?.kind === 'otherAccount' ? 'own-photos' : 'recognisable';
}

type History = NonNullable<CaseReport['history']>;

export function historyText({ upheld, rejected, standing, isNew, linkedReporters }: History) {
  const texts = moderationTexts.historyOf;
  const decided = upheld + rejected;
  const parts = [
    isNew && texts.isNew,
    linkedReporters > 0 && texts.linked(linkedReporters),
    decided > 0 ? texts.upheld(upheld, decided) : !isNew && texts.noneDecided,
    (!isNew || standing !== 'good') && texts.standings[standing],
  ];
  return parts.filter(Boolean).join(', ');
}
