import messages from '../../../texts/en/feedback.json' with { type: 'json' };
import { filled } from '../language/message';

/** `asks` has the messages that a page asks for, each by its subject. They can be sent as they are. */
export const feedbackTexts = {
  ...messages,
  answered: (when: string) => filled(messages.answered, { when }),
  tokensGiven: (count: number) => filled(messages.tokensGiven, { count }),
};
