import { plural } from '../language/language';

/** Texts about holds, decisions and appeals for the person concerned. */
export const decisionTexts = {
  pageTitle: 'Reports and decisions',
  pageLead: 'What moderators decided about your photos and your account, and what happened to your reports.',
  decisions: 'Decisions about you',
  none: 'There are none. A decision appears here with its reasons, and by mail.',
  loadFailed: 'The decisions could not be loaded. Please try again later.',

  chips: { held: 'On hold', cropWanted: 'Needs a new crop' },
  described: { held: 'on hold', cropWanted: 'needs a new crop' },

  titles: {
    hold: 'Your photo is on hold',
    noViolation: 'Your photo broke no rule',
    removePhoto: 'Your photo was removed',
    askForCrop: 'Your photo needs a new crop',
    suspendAccount: 'Your account is suspended',
    closeAccount: 'Your account is closed',
    passOn: 'Your photo was removed',
  },
  holdEnded: 'The hold on your photo has ended',
  undone: 'This decision was undone',
  wasSuspendedUntil: (day: string) => `Your account was suspended until ${day}`,
  suspensionOver: 'You can log in again. Your assessments had ended, and their unused tokens are in your balance.',
  suspendedUntil: (day: string) => `Your account is suspended until ${day}`,

  effects: {
    hold: 'Assessors do not see this photo until a moderator has decided. Its assessment is paused and its tokens stay reserved. Nothing is lost.',
    noViolation: 'Assessors see it as before.',
    removePhoto:
      'Nobody sees it any more. If it was being assessed, that has ended: what was rated is paid, and unused tokens are back in your balance. The picture is deleted 30 days after the decision, or later while an appeal is open.',
    askForCrop:
      'It cannot be assessed as it is. If it was being assessed, that has ended, and unused tokens are back in your balance.',
    suspendAccount:
      'You cannot log in until then. Your assessments have ended, and their unused tokens are in your balance.',
    closeAccount: 'You cannot log in any more. Your assessments have ended.',
    passOn:
      'Nobody sees it any more. It may be against the law, so we keep it apart for as long as the law asks. If it was being assessed, that has ended: what was rated is paid, and unused tokens are back in your balance.',
  },
  effectsOver: 'It has no effect any more.',
  holdNext: 'You need not do anything. You may also delete the photo.',
  cropNext: 'Upload the picture again and choose a crop that shows you.',

  reportedFor: 'Reported or found',
  about: {
    sexual: 'sexual content',
    minor: 'somebody possibly under 18',
    childAbuse: 'possible sexual abuse of a child',
    notOwn: "not the person's own photo",
    hateful: 'hateful or violent content',
    contact: 'contact details or advertising',
    other: 'something else',
    illegal: 'possibly against the law',
    comments: 'comments on a rating',
    conduct: 'how you rate',
    screening: 'the screening of uploads',
  },
  rule: 'Rule',
  reasons: 'The moderator writes',
  when: 'Decided',
  heldWhen: 'On hold since',
  usedScreening: 'The automatic screening of uploads had a part in this. A person decides.',

  uploadCrop: 'Upload another crop',
  openPhoto: 'Open this photo',
  readGuidelines: 'Read the guidelines',
  appeal: 'Appeal',
  appealUntil: (day: string) =>
    `You can appeal once, until ${day}. A moderator who has not decided before looks at it.`,
  appealOver: 'The time for an appeal is over.',
  appealFiled: (day: string) =>
    `You appealed on ${day}. A moderator who has not decided before answers, usually within 7 days.`,
  appealGranted: 'Your appeal was right. The decision is undone.',
  appealRejected: 'Your appeal was rejected. The decision remains.',
  appealTitle: 'Appeal against this decision',
  appealLead: 'Say why the decision is wrong. You can appeal once.',
  appealText: 'Why is it wrong?',
  appealMissing: 'Please say why the decision is wrong.',
  sendAppeal: 'Send appeal',
  sendingAppeal: 'Sending...',
  appealFailed: 'Your appeal has not been sent. What you wrote is still here; please try again.',
  appealSent: 'Your appeal is sent. You get the answer by mail, usually within 7 days.',
  alreadyAppealed: 'You have appealed against this decision before. You get the answer by mail.',
  appealExpired: 'The six months for an appeal are over.',

  linkTitle: 'Decision and appeal',
  linkLoading: 'Loading the decision...',
  linkUnknown: 'This link is not valid',
  linkUnknownText: 'It may have been cut short. Open it again from our mail, or copy the whole address.',
  linkFailed: 'The decision could not be loaded.',

  news: (title: string, count: number) =>
    plural(count, { one: `${title}.`, other: '# decisions about your photos or your account are new.' }),
  seeWhy: 'See why',

  refusals: {
    held: 'This photo is on hold. A moderator decides first.',
    cropWanted: 'This photo needs a new crop before it can be assessed.',
  },
  paused: 'Paused',
};
