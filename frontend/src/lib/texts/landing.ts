import messages from '../../../texts/en/landing.json' with { type: 'json' };
import { filled } from '../language/message';

export const landingTexts = {
  ...messages,
  goodbye: (lastDay: string) => filled(messages.goodbye, { lastDay }),
};
