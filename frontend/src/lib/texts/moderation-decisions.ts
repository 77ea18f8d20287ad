import type { Decision, GuidelineId } from '@candid/contracts';
import { facts } from './facts';

export interface DecisionTexts {
  readonly label: string;
  readonly confirm: string;
  readonly done: string;
  readonly effects: readonly string[];
}

const decisions: Readonly<Record<Decision, DecisionTexts>> = {
  noViolation: {
    label: 'No violation',
    confirm: 'Decide: no violation',
    done: 'Decided: no violation.',
    effects: ['Nothing changes for the person.', 'Future reports from these reporters count for less.'],
  },
  removePhoto: {
    label: 'Remove photo',
    confirm: 'Remove the photo',
    done: 'The photo is removed.',
    effects: [
      `Nobody sees the photo any more. It is deleted after ${facts.removedPictures}, or after the appeal.`,
      'What was rated stays paid; the unused tokens go back to the owner.',
    ],
  },
  askForCrop: {
    label: 'Ask for a crop',
    confirm: 'Ask for another crop',
    done: 'The owner is asked for another crop.',
    effects: [
      'The photo cannot be assessed until the owner has cropped it anew.',
      'Unused tokens go back to the owner.',
    ],
  },
  suspendAccount: {
    label: 'Suspend account',
    confirm: 'Suspend the account',
    done: 'The account is suspended.',
    effects: [
      'All sessions end within seconds, and nobody can log in to the account until the suspension ends.',
      'All assessments of the person end; unused tokens go back.',
      'The person can appeal with the link in the email.',
    ],
  },
  closeAccount: {
    label: 'Close account',
    confirm: 'Propose to close the account',
    done: 'It waits for a second moderator.',
    effects: [
      'Nothing happens until a second moderator confirms it.',
      'Then all sessions end, all assessments end and unused tokens go back.',
      'The person can appeal with the link in the email.',
    ],
  },
  passOn: {
    label: 'Pass on',
    confirm: 'Pass on as possibly illegal content',
    done: 'The case is passed on, under a legal hold.',
    effects: [
      'The photo and the reports are kept apart under a legal hold.',
      'From then on you see neither. Only the safety lead and legal can open them.',
      'Nobody else sees the photo any more; unused tokens go back.',
      'The person reads your reasons at once. Do not name an authority in them.',
    ],
  },
};

/** Texts of the decision `noViolation` for a notice whose content was not found and therefore not seen. */
const notFound: DecisionTexts = {
  label: 'Not found',
  confirm: 'Close: not found',
  done: 'Closed: not found.',
  effects: [
    'We email the sender that we could not find the content, and ask for its address.',
    'A notice with an address opens a case of its own.',
  ],
};

/** Initial reasons for each rule, addressed to the person concerned. */
const templates: Readonly<Record<GuidelineId, string>> = {
  adults: 'Somebody in the photo may be under 18. We only show photos in which everybody is, and looks, 18 or older.',
  'own-photos':
    'The photo seems to show somebody else, or to belong to somebody else. Please only upload photos of yourself that you may use.',
  'no-nudity': 'The photo shows nudity or something sexual. Other photos of you are welcome.',
  'no-hate': 'The photo shows a hateful symbol, gesture or words, or violence.',
  'no-contact':
    'The photo shows contact details or advertising, such as an account name, a number, an address or a code.',
  recognisable: 'The photo cannot be assessed as it is: the crop does not show you.',
  respect: 'Your comments judge the person. Please comment only on the photo.',
  honest: 'It seems that you rated without looking at the photos.',
  law: 'The photo may show something that the law forbids.',
};

export const moderationDecisionTexts = {
  decisions,
  notFound,
  holdEnds: [
    'The hold ends, and the assessments go on where they were.',
    'Future reports from these reporters count for less.',
  ],
  wordsPassedOn: [
    'The text of the notice is kept apart under a legal hold.',
    'From then on you do not see it. Only the safety lead and legal can open it.',
  ],
  templates,
  noViolationTemplate: 'We looked at it and found nothing against our guidelines.',
  notFoundTemplate: 'We could not find the content from the details in the notice.',
  decide: 'Decide',
  decideTitle: 'Decide the case',
  decision: 'Decision',
  notHere: { photo: 'This case has no photo.', account: 'This case has no account.' },
  rule: 'Rule',
  reasonsLabel: 'Reasons, as the person reads them',
  reasonsHint: 'Say what you saw. Never say who reported it.',
  unreadLabel: 'Reasons, for the record',
  reasonsMissing: 'Please give reasons.',
  useTemplate: 'Use the text of the rule',
  days: 'Days',
  daysProblem: (max: number) => `Enter a whole number from 1 to ${max}.`,
  previewTitle: 'What the person reads',
  previewNobody: 'Nobody: the notice matches no account. The sender gets an email with the outcome.',
  previewUntold: 'Nobody: nothing changes for the person, who never learns of the report.',
  previewNone: 'The statement has no reasons yet.',
  effectsTitle: 'What happens',
  deciding: 'Deciding...',
  decideFailed: 'Nothing was decided. Your text is kept; try again.',
  taking: 'Claiming the case...',
  taken: (who: string, until: string) => `${who} works on this case until ${until}. Your text is kept.`,
  takenUnknown: 'Somebody else works on this case. Your text is kept.',
  confirmKey: 'Enter',

  undoTitle: 'Undo the decision?',
  undoText: 'Everything that it did is undone, and the case waits again. Assessments that ended stay ended.',
  undoConfirm: 'Undo the decision',
  undoAtOnce: 'Taken back by the moderator right after the decision.',
  undone: 'The decision is undone.',
  undoFailed: 'The decision was not undone. Try again.',

  confirmClosure: 'Confirm the closure',
  confirmClosureTitle: 'Close the account?',
  confirmClosureText:
    'All sessions end within seconds. All assessments end, and unused tokens go back. The person can appeal with the link in the email.',
  closureConfirmed: 'The account is closed.',
  dropClosure: 'Drop it',
  dropClosureTitle: 'Drop the closure?',
  dropClosureText: 'The account stays open, and the case waits for another decision.',
  closureDropped: 'The closure is dropped. The case waits again.',
  closureProposed: 'A moderator decided to close the account. It takes effect when you confirm it.',
  ownReasons: 'Your reasons',
  ownReasonsHint: 'They go on record.',
  judgeFailed: 'Nothing was changed. Your text is kept; try again.',

  grantAppeal: 'Grant the appeal',
  grantTitle: 'Grant the appeal?',
  grantText: 'The decision is undone with all that it did. The person reads your reasons.',
  appealGranted: 'The appeal is granted. The decision is undone.',
  rejectAppeal: 'Reject the appeal',
  rejectTitle: 'Reject the appeal?',
  rejectText: 'The decision remains and cannot be appealed again. The person reads your reasons.',
  appealRejected: 'The appeal is rejected. The decision remains.',
  appealAgainst: 'The decision',

  mayNot: {
    ownSubject: 'It concerns your own account or photo. Another moderator has to decide.',
    ownReport: 'You reported it. Another moderator has to decide.',
    ownDecision: 'You took part in the decision. Another moderator has to decide on its appeal.',
    ownClosure: 'You decided to close the account. Another moderator has to confirm it; until then you can undo it.',
    other: 'Another moderator has to decide this case.',
  },
  sealedTitle: 'Under a legal hold',
  sealed:
    'The case was passed on as possibly illegal content. Its photo and reports are kept apart; only the safety lead and legal can open them.',
  evidenceSealed: 'Kept under a legal hold. Each look goes on record.',
  notesWhileClaimed: (who: string, until: string) => `${who} works on this case until ${until}.`,
};
