import { plural } from '../language/language';
import { facts } from './facts';

export const decisionTexts = {
  pageTitle: 'Reports and decisions',
  pageLead: 'What moderators decided about your photos and your account, and what happened to your reports.',
  decisions: 'Decisions about you',
  none: 'None so far. If we make one, you see it here with the reasons, and we email it to you.',
  loadFailed: 'The decisions could not be loaded. Please try again later.',

  titles: {
    hold: 'Your photo is on hold',
    noViolation: 'Your photo did not break any rules',
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
    removePhoto: `Nobody sees it any more. If it was being assessed, that has ended: what was rated is paid, and unused tokens are back in your balance. The photo is deleted ${facts.removedPictures} after the decision, or later while an appeal is open.`,
    askForCrop:
      'It cannot be assessed as it is. If it was being assessed, that has ended, and unused tokens are back in your balance.',
    suspendAccount:
      'You cannot log in until then. Your assessments have ended, and their unused tokens are in your balance.',
    closeAccount: 'You cannot log in any more. Your assessments have ended.',
    passOn:
      'Nobody sees it any more. It may be against the law, so we store it separately for as long as the law requires. If it was being assessed, that has ended: what was rated is paid, and unused tokens are back in your balance.',
  },
  effectsOver: 'This no longer applies.',
  picturesGone: 'This no longer applies, but its pictures had been deleted before. You can upload the photo again.',
  holdNext: "You don't have to do anything. You may also delete the photo.",

  reportedFor: 'Reported or found',
  about: {
    sexual: 'sexual content',
    minor: 'somebody possibly under 18',
    childAbuse: 'possible sexual abuse of a child',
    notOwn: "not the person's own photo",
    hateful: 'hateful or violent content',
    contact: 'contact details or advertising',
    noPerson: 'no person in the photo',
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
  usedScreening: 'Automatic screening helped flag this. A hold follows by rule; a person decides what comes next.',

  cropAgain: 'Crop again',
  openPhoto: 'Open this photo',
  readGuidelines: 'Read the guidelines',
  appeal: 'Appeal',
  appealUntil: (day: string) => `You can appeal once, until ${day}. A different moderator will review it.`,
  appealOver: 'It is too late to appeal.',
  appealFiled: (day: string) => `You appealed on ${day}. A different moderator will answer, usually within 7 days.`,
  appealGranted: 'Your appeal was granted. The decision is undone.',
  appealRejected: 'Your appeal was rejected. The decision remains.',
  appealTitle: 'Appeal against this decision',
  appealLead: 'Say why the decision is wrong. You can appeal once.',
  appealText: 'Why is it wrong?',
  appealMissing: 'Please say why the decision is wrong.',
  sendAppeal: 'Send appeal',
  appealFailed: 'Your appeal has not been sent. What you wrote is still here; please try again.',
  appealSent: 'Your appeal was sent. We email you the answer, usually within 7 days.',
  alreadyAppealed: 'You have already appealed against this decision. We email you the answer.',
  appealExpired: 'The six months to appeal have passed.',

  linkTitle: 'Decision and appeal',
  linkLoading: 'Loading the decision...',
  linkUnknown: 'This link is not valid',
  linkUnknownText: 'It may be incomplete. Open it again from our email, or copy the whole link.',
  linkFailed: 'The decision could not be loaded.',

  news: (title: string, count: number) =>
    plural(count, { one: `${title}.`, other: 'You have # new decisions about your photos or your account.' }),
  seeWhy: 'See why',
};
