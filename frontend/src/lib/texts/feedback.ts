import messages from '../../../texts/en/feedback.json' with { type: 'json' };
import { filled } from '../language/message';

/** `asks` has the messages that a page asks for: what each is about, and words that can be sent as they are. */
export const feedbackTexts = {
  ...messages,
  answered: (when: string) => filled(messages.answered, { when }),
  tokensGiven: (count: number) => filled(messages.tokensGiven, { count }),
};
