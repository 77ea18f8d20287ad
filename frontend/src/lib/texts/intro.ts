export const introTexts = {
  title: 'Welcome to Candid',
  lead: 'Three things to know before you start.',
  slidesLabel: 'Introduction',
  slides: [
    {
      title: 'Add two photos',
      text: 'Crop them the way they would look in a dating profile. Your first assessment is on us: 40 tokens are in your account.',
    },
    {
      title: 'Real people assess them',
      text: 'Four approved assessors score each photo from 1 to 20 and pick comments on what works and what does not.',
    },
    {
      title: 'Build your profile',
      text: 'Move the photos that work into your Profile Planner, and try the next ones whenever you like.',
    },
  ],
  /** The first slide's, for somebody who starts over with fewer tokens than it takes. */
  withoutGrant: (cost: number, balance: number) =>
    `Crop them the way they would look in a dating profile. Your first assessment costs ${cost} tokens; you have ${balance}. Welcome tokens are given once for each mailbox; you earn more by assessing others.`,
  slideOf: (index: number, count: number) => `Slide ${index} of ${count}`,
  next: 'Next',
  start: 'Get started',
  skip: 'Skip',
};
