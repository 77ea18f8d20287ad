import messages from '../../../texts/en/statement.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';

const { price } = facts;
const { holdOut, refund } = messages.entries;

export const statementTexts = {
  ...messages,
  entries: {
    ...messages.entries,
    holdOut: { ...holdOut, detail: filled(holdOut.detail, { price }) },
    refund: { ...refund, detail: filled(refund.detail, { price }) },
  },
  amount: (signed: string) => filled(messages.amount, { signed }),
  balance: (tokens: string) => filled(messages.balance, { tokens }),
  held: (tokens: number) => filled(messages.held, { tokens }),
  payable: (tokens: number) => filled(messages.payable, { tokens }),
  shown: (entries: number) => filled(messages.shown, { entries }),
};
