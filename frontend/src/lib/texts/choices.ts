import messages from '../../../texts/en/choices.json' with { type: 'json' };
import { filled } from '../language/message';

/** These texts have a separate file, because the dashboard itself does not need them. */
export const choiceTexts = {
  ...messages,
  ageOrOlder: (age: number) => filled(messages.ageOrOlder, { age }),
};
