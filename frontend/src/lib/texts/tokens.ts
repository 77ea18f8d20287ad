import { facts } from './facts';

const rewards = `${facts.photoReward} tokens for each photo you rate, ${facts.commentReward} for each extra comment and ${facts.commentReward} for each comment on a profile, up to ${facts.assessorDailyCap} tokens a day; what is above is paid on the next days`;

export const tokensTexts = {
  title: 'Purchase Tokens',
  balance: 'Current Balance',
  packTokens: 'tokens',
  buy: (tokens: number, price: string) => `Buy ${tokens} tokens for ${price}`,
  buyShort: 'Buy',
  disabledNote:
    'Token purchase is currently disabled. For free tokens, message support with the email you signed up with.',
  purchased: (tokens: number) => `Successfully purchased ${tokens} tokens!`,
  updating: 'Adding your tokens...',
  updateFailed: 'There was an issue updating your tokens. Please contact support.',
  paidButUpdateFailed: 'Payment was successful, but there was an issue updating your tokens. Please contact support.',
  amountInvalid: 'Please select a valid token amount.',
  purchaseFailed: 'Failed to purchase tokens. Please try again.',
  paymentFailed: 'Payment failed. Please try again.',
  firstShort: (cost: number, balance: number, isAssessor: boolean) =>
    `Your first assessment costs ${cost} tokens and you have ${balance}. ${
      isAssessor
        ? `Assess other people's photos to earn the rest, ${facts.photoReward} tokens for each photo you rate. Then come back here.`
        : 'Message support for free tokens. With an assessor passkey you can also earn them.'
    }`,
  messageSupport: 'Message support',
  buyTokens: 'Buy Tokens',
  earnTitle: 'Earn tokens',
  earnText: `Assess other people's photos: ${rewards}.`,
  earnLater: `With an assessor passkey you earn ${rewards}. Until then, message support for free tokens.`,
  assessOthers: 'Assess Others',
  insufficient: 'Insufficient tokens. Please purchase more tokens.',
};
