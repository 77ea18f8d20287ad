import { plural } from '../language/language';

/** Apart from `accountTexts`, which the first screen loads. */
export const feedbackTexts = {
  /** A message that a page asks for: what it is about, and words that can be sent as they are. */
  asks: {
    passkey: {
      lead: 'Ask for a passkey. The answer comes by email, and you find it on this page.',
      text: 'I would like to assess photos. Please send me a passkey.',
    },
    tokens: {
      lead: 'Ask for free tokens. The answer comes by email, and you find it on this page.',
      text: 'I have run out of tokens. Please send me some for free.',
    },
  },
  visitorEmail: 'Email for the answer (optional)',
  yourMessages: 'Your messages',
  messagesFailed: 'Your messages could not be loaded.',
  olderMessages: 'Show older messages',
  answered: (when: string) => `Answer of ${when}`,
  read: 'We have read your message. Thank you for it.',
  notAnswered: 'No answer yet.',
  tokensGiven: (count: number) =>
    plural(count, { one: '# token was added to your balance.', other: '# tokens were added to your balance.' }),
  passkeyGiven: 'Your passkey:',
  usePasskey: 'Use this passkey',
};
