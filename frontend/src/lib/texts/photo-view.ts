import messages from '../../../texts/en/photo-view.json' with { type: 'json' };
import { filled } from '../language/message';

export const photoViewTexts = {
  ...messages,
  resultsOf: (when: string) => filled(messages.resultsOf, { when }),
  difference: (tokens: number) => {
    const { costs, refund } = messages.difference;
    return filled(tokens > 0 ? costs : refund, { tokens: Math.abs(tokens) });
  },
  moreRatings: (missing: number) => filled(messages.moreRatings, { missing }),
};
