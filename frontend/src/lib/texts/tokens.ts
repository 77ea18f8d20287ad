import messages from '../../../texts/en/tokens.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';

const { photoReward, commentReward, assessorDailyCap } = facts;
const rewards = { photoReward, commentReward, assessorDailyCap };

export const tokensTexts = {
  ...messages,
  buy: (tokens: number, price: string) => filled(messages.buy, { tokens, price }),
  purchased: (tokens: number) => filled(messages.purchased, { tokens }),
  firstShort: (cost: number, balance: number, isAssessor: boolean) => {
    const { needed, earn, ask } = messages.firstShort;
    return `${filled(needed, { cost, balance })} ${isAssessor ? filled(earn, { photoReward }) : ask}`;
  },
  earnText: filled(messages.earnText, rewards),
  earnLater: filled(messages.earnLater, rewards),
};
