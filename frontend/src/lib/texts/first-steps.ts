import messages from '../../../texts/en/first-steps.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';

const { intro, firstWeek, firstResults } = messages;

export const introTexts = {
  ...intro,
  /** Completes the text of the first slide. After a reset, the balance may differ from the welcome grant. */
  cost: (cost: number, balance: number) => {
    if (balance === cost && cost === facts.welcomeTokens) return filled(intro.cost.free, { balance });
    const priced = filled(intro.cost.priced, { cost, balance });
    return balance >= cost ? priced : `${priced} ${intro.cost.earnMore}`;
  },
  slideOf: (index: number, count: number) => filled(intro.slideOf, { index, count }),
};

export const firstWeekTexts = {
  ...firstWeek,
  progress: (done: number, of: number) => filled(firstWeek.progress, { done, of }),
  next: (step: string) => filled(firstWeek.next, { step }),
};

export const firstResultsTexts = {
  ...firstResults,
  better: (percent: number, photos: number) => filled(firstResults.better, { percent, photos }),
  otherPhoto: (average: number, adjusted: number, photos: number) =>
    filled(firstResults.otherPhoto, { average, adjusted, photos }),
  chooseAny: (photos: number) => filled(firstResults.chooseAny, { photos }),
  meaningsOf: (position: number) => filled(firstResults.meaningsOf, { position }),
  onAll: (photos: number) => filled(firstResults.onAll, { photos }),
  onSome: (on: string, said: string) => filled(firstResults.onSome, { on, said }),
};
