import messages from '../../../texts/en/push.json' with { type: 'json' };
import { filled } from '../language/message';

export const pushTexts = {
  ...messages,
  progress: (rated: number, limit: number) => filled(messages.progress, { rated, limit }),
};
