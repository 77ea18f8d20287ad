import { plural } from '../language/language';
import { facts } from './facts';

export const statementTexts = {
  title: 'Token statement',
  lead: 'Every token you earned or spent, newest first.',
  list: 'Entries',
  entries: {
    welcome: { title: 'Welcome tokens', detail: 'Enough for your first assessment.' },
    grant: { title: 'Tokens from Candid', detail: 'Given by support.' },
    purchase: { title: 'Tokens purchased', detail: 'Paid by card.' },
    holdOut: {
      title: 'Assessment started',
      detail: `${facts.price} tokens for each assessor you asked for, and for each photo.`,
    },
    holdIn: { title: 'Tokens you got back', detail: 'They were reserved and not needed.' },
    consume: { title: 'Rating received', detail: 'Paid from the reserved tokens.' },
    reward: { title: 'Earned by assessing', detail: 'For the ratings and comments you gave.' },
    refund: {
      title: 'Refund',
      detail: `${facts.price} tokens for each assessor who had not finished, and for each photo.`,
    },
    restart: { title: 'First assessment reset', detail: 'You got back what it had cost, once.' },
    correctionIn: { title: 'Correction', detail: 'Added by support.' },
    correctionOut: { title: 'Correction', detail: 'Taken back by support.' },
    expiry: { title: 'Tokens you got back', detail: 'They were reserved for an assessment that did not start.' },
  },
  amount: (signed: string) => `${signed} tokens`,
  balance: (tokens: string) => `Balance ${tokens}`,
  held: (tokens: number) =>
    plural(tokens, {
      one: '# token is reserved for an assessment that is about to start. If it does not start, you get it back after 15 minutes.',
      other:
        '# tokens are reserved for an assessment that is about to start. If it does not start, you get them back after 15 minutes.',
    }),
  payable: (tokens: number) =>
    plural(tokens, {
      one: '# token that you earned is still to be paid because of the daily limit. You get it automatically over the next few days.',
      other:
        '# tokens that you earned are still to be paid because of the daily limit. You get the rest automatically over the next few days.',
    }),
  showMore: 'Show more',
  loadingMore: 'Loading...',
  shown: (entries: number) => plural(entries, { one: '# entry.', other: '# entries.' }),
  all: 'That is everything.',
  none: 'No tokens have moved yet',
  noneText: 'What you earn and what your assessments cost is listed here.',
  assessOthers: 'Assess Others',
  failed: 'Your statement could not be loaded.',
};
