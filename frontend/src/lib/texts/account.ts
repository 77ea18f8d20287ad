import messages from '../../../texts/en/account.json' with { type: 'json' };
import { filled } from '../language/message';

export const accountTexts = {
  ...messages,
  emailBounced: (email: string) => filled(messages.emailBounced, { email }),
  words: (count: number, max: number) => filled(messages.words, { count, max }),
};
