import { type CaseReason, type Decision, GUIDELINES, type GuidelineId, MODERATION } from '@candid/contracts';

/** Days after a decision on which removed pictures, texts and addresses are deleted. */
export const KEPT_DAYS = MODERATION.retentionMs / (24 * 3_600_000);

/** Names of the reported or found content. They never reveal the reporter. */
export const ABOUT: Record<CaseReason, string> = {
  sexual: 'sexual content',
  childAbuse: 'possible sexual abuse of a child',
  minor: 'a person who may be under 18',
  notOwn: 'a photo that may not be yours',
  hateful: 'hateful or violent content',
  contact: 'contact details or advertising',
  other: 'something that none of our reasons names',
  illegal: 'content that may break the law',
  comments: 'comments that you gave',
  conduct: 'the way you rate',
  screening: 'a finding of our automatic screening',
};

interface DecisionWords {
  subject: string;
  /** Sentences about the decision and its consequences. */
  decided: string;
  /** Name of the decision, as in `we took back …`. */
  name: string;
  /** Sentences about the consequences of undoing the decision. */
  undone: string;
}

const REMOVAL = {
  name: 'the removal of one of your photos',
  undone: 'Your photo is back, and you can start assessments with it again. Assessments that ended stay ended.',
};

/** Texts of the decisions that restrict the person. `until` is the day on which a suspension ends. */
export const DECISIONS: Record<Exclude<Decision, 'noViolation'>, (until: string) => DecisionWords> = {
  removePhoto: () => ({
    subject: 'We removed one of your photos',
    decided:
      'a moderator has removed one of your photos. Assessors do not see it any more, and tokens that its assessments had not used are yours again. Ratings that you got stay paid.',
    ...REMOVAL,
  }),
  askForCrop: () => ({
    subject: 'One of your photos needs another crop',
    decided:
      'a moderator asks you for another crop of one of your photos. Until then it cannot be assessed. Tokens that its assessments had not used are yours again.',
    name: 'our request for another crop of one of your photos',
    undone: 'Your photo can be assessed again as it is. Assessments that ended stay ended.',
  }),
  suspendAccount: (until) => ({
    subject: `Your Candid account is suspended until ${until}`,
    decided: `a moderator has suspended your account until ${until} (UTC). Until then you cannot log in, and nobody is shown your photos. Your running assessments have ended, and tokens that they had not used are yours again.`,
    name: 'the suspension of your account',
    undone: 'You can log in again. Assessments that ended stay ended.',
  }),
  closeAccount: () => ({
    subject: 'Your Candid account is closed',
    decided: `two moderators have closed your account. You cannot log in any more, and nobody is shown your photos. Your running assessments have ended. Your data is deleted ${KEPT_DAYS} days after the time for an appeal is over.`,
    name: 'the closure of your account',
    undone: 'You can log in again. Assessments that ended stay ended.',
  }),
  /** Says why the photo is kept, and nothing about who is told of it. */
  passOn: () => ({
    subject: 'We removed one of your photos',
    decided:
      'a moderator has removed one of your photos, because it may be against the law. Nobody sees it any more, and we store it separately for as long as the law requires. Tokens that its assessments had not used are yours again. Ratings that you got stay paid.',
    ...REMOVAL,
  }),
};

export const COMPLAINTS =
  'You can also complain to the authority for online services where you live, ask a certified body for out-of-court dispute settlement, or go to court.';
export const WITHOUT_LOG_IN =
  'While you cannot log in, answer this email if you want a copy of your data, or your account deleted.';

export function ruleText(ruleId: GuidelineId): string {
  const rule = GUIDELINES.find(({ id }) => id === ruleId)!;
  return `The rule of our guidelines: ${rule.title}. ${rule.text}`;
}

export const aboutText = (about: readonly CaseReason[]): string =>
  `It is about: ${[...new Set(about.map((reason) => ABOUT[reason]))].join('; ')}.`;

export const machineText = (usedScreening: boolean): string =>
  usedScreening
    ? 'Our automatic screening had flagged the photo. A person has decided.'
    : 'No machine had a part in this.';

/** A hold follows from reports and findings by rule. */
export const holdText = (usedScreening: boolean): string =>
  usedScreening
    ? 'The hold follows by rule, from a report and a finding of our automatic screening; nobody has looked at the photo yet.'
    : 'The hold follows by rule, from what was reported; nobody has looked at the photo yet.';

export const PICTURES_GONE = `The decision no longer applies, but the pictures had been deleted before, ${KEPT_DAYS} days after the removal. You can upload the photo again. Assessments that ended stay ended.`;
