import { facts } from './facts';

export const introTexts = {
  title: 'Welcome to Candid',
  lead: 'Three things to know before you start.',
  slidesLabel: 'Introduction',
  slides: [
    { title: 'Add two photos', text: 'Crop them the way they would look in a dating profile.' },
    {
      title: 'Real people assess them',
      text: 'Four approved assessors score each photo from 1 to 20 and pick comments on what works and what does not.',
    },
    {
      title: 'Build your profile',
      text: 'Move the photos that work into your Profile Planner, and try the next ones whenever you like.',
    },
  ],
  /** Completes the text of the first slide. After a reset, the balance may differ from the welcome grant. */
  cost: (cost: number, balance: number) => {
    if (balance === cost && cost === facts.welcomeTokens)
      return `Your first assessment is on us: ${balance} tokens are in your account.`;
    const both = `Your first assessment costs ${cost} tokens; you have ${balance}.`;
    return balance >= cost
      ? both
      : `${both} Welcome tokens are given once for each mailbox; you earn more by assessing others.`;
  },
  slideOf: (index: number, count: number) => `Slide ${index} of ${count}`,
  next: 'Next',
  start: 'Get started',
  skip: 'Skip',
};
