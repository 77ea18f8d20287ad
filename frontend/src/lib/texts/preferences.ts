import messages from '../../../texts/en/preferences.json' with { type: 'json' };
import { filled } from '../language/message';

export const preferencesTexts = {
  ...messages,
  bornBetween: (first: number, last: number) => filled(messages.bornBetween, { first, last }),
  unsubscribeLead: (kind: string) => filled(messages.unsubscribeLead, { kind }),
  unsubscribed: (kind: string) => filled(messages.unsubscribed, { kind }),
};
