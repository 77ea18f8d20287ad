import { plural } from '../language/language';

export const tokensTexts = {
  title: 'Purchase Tokens',
  balance: 'Current Balance',
  tokens: (count: number) => plural(count, { one: '# token', other: '# tokens' }),
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
        ? "Assess other people's photos to earn the rest, 10 tokens for each photo you rate, or buy tokens. Then come back here."
        : 'Message support for free tokens. With an assessor passkey you can also earn them.'
    }`,
  messageSupport: 'Message support',
  buyTokens: 'Buy Tokens',
  earnTitle: 'Earn tokens',
  earnText: "Assess other people's photos: 10 tokens for each photo you rate, and 5 for each extra comment.",
  earnLater:
    'With an assessor passkey you earn 10 tokens for each photo you rate, and 5 for each extra comment. Until then, message support for free tokens.',
  assessOthers: 'Assess Others',
  insufficient: 'Insufficient tokens. Please purchase more tokens.',
  assessorsWorth: (assessors: number) => `${assessors} assessors`,
};
