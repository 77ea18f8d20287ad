import { PRODUCT, TRIAL } from '@candid/contracts';
import { dayOf, plural } from '../language/language';

const pairs = plural(TRIAL.pairs, { one: '# pair', other: '# pairs' });
const trials = plural(TRIAL.perMailbox, { one: '# trial', other: '# trials' });

export const approvalTexts = {
  title: 'Assessor approval',
  lead: "Only approved assessors may assess other people's photos. Here are the ways to become one.",

  example: `An example: you rate each photo from ${PRODUCT.scoreMin} to ${PRODUCT.scoreMax} and say why.`,
  exampleQuestion: 'How well would this photo work in a dating profile?',
  exampleComment: 'Relaxed, natural smile',
  earnTitle: 'What assessing earns',

  trialTitle: 'Qualify now',
  trialText: `Look at ${pairs} of photos, and choose in each the one that would work better. It takes about two minutes. Get all of them right, and you can assess at once.`,
  tryPairs: `Try ${pairs}`,
  trialLater: (at: string) => `You can try again from ${dayOf(new Date(at))}. Until then, ask for a passkey.`,

  askTitle: 'Ask for a passkey',
  askText: (email: string) => `We send your request to support. A person answers by email to ${email}.`,
  ask: 'Ask for a passkey',
  asking: 'Sending...',
  asked: (email: string, at: string) =>
    `You asked for a passkey on ${dayOf(new Date(at))}. The answer comes by email to ${email}.`,
  answered: 'Support has answered your last request. You can ask again.',
  seeMessages: 'See your messages',

  passkeyTitle: 'Enter your passkey',
  passkey: 'Passkey',
  passkeyHint: 'Capitals, spaces and dashes make no difference.',
  passkeyWrong: 'Incorrect passkey. Please try again.',
  passkeyMissing: 'Please enter your passkey.',
  submit: 'Submit',
  submitting: 'Submitting...',

  trialHeading: 'Qualify as an assessor',
  trialRules: [
    `You see ${pairs} of photos. In each, one photo would clearly work better in a dating profile: tap it.`,
    'All of them have to be right. We do not say which were not, so that the pairs stay useful.',
    `Each week you have ${trials}. Once started, a trial is open for ${TRIAL.openMs / 60_000} minutes.`,
  ],
  start: 'Start',
  starting: 'Starting...',
  question: 'Which photo would work better in a dating profile?',
  place: (place: number, of: number) => `Pair ${place} of ${of}`,
  look: 'Look at both.',
  choose: 'Tap the one that works better.',
  photos: ['Photo on the left', 'Photo on the right'],
  previous: 'Previous pair',
  checking: 'Checking your choices...',
  passed: 'You are an assessor now',
  startAssessing: 'Start assessing',
  failed: 'Not this time',
  failedText: 'Not all of your choices were the photos that we meant. You can ask for a passkey instead.',
  otherWays: 'See the other ways',
};
