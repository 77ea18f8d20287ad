import messages from '../../../texts/en/dialogs.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';

export const dialogTexts = {
  ...messages,
  firstWarningText: filled(messages.firstWarningText, { tokens: facts.firstAssessment }),
  endText: (tokens: number) => {
    const { back, refund } = messages.endText;
    return tokens === 0 ? back : `${back} ${filled(refund, { tokens })}`;
  },
  refundText: (tokens: number) => filled(messages.refundText, { tokens }),
  cancelText: (photos: number) => filled(messages.cancelText, { photos }),
  newRatings: (count: number) => filled(messages.newRatings, { count }),
  newRatingsOf: (ratings: number, score: number | null) => {
    const { unscored, scored } = messages.newRatingsOf;
    return score === null ? filled(unscored, { ratings }) : filled(scored, { ratings, score });
  },
};
