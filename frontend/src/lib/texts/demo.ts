import messages from '../../../texts/en/demo.json' with { type: 'json' };
import { filled } from '../language/message';

/** Texts of the two pages that only demonstrate a part of the app. */
export const demoTexts = {
  ...messages,
  chosen: (count: number, max: number) => filled(messages.chosen, { count, max }),
  photo: (position: number) => filled(messages.photo, { position }),
  remove: (position: number) => filled(messages.remove, { position }),
  logged: (count: number) => filled(messages.logged, { count }),
};
