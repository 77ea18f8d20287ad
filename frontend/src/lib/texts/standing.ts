import messages from '../../../texts/en/standing.json' with { type: 'json' };
import { filled } from '../language/message';

export const standingTexts = {
  ...messages,
  since: (when: string) => filled(messages.since, { when }),
  appealed: (when: string) => filled(messages.appealed, { when }),
};
