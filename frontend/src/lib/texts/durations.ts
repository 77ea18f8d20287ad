import { PRODUCT } from '@candid/contracts';
import messages from '../../../texts/en/durations.json' with { type: 'json' };
import { filled } from '../language/message';

/** Texts about how long an assessment takes, shown before it starts. */
export const durationTexts = {
  plannedWith: (minutes: number = PRODUCT.minutesPerAssessor) => filled(messages.plannedWith, { minutes }),
  firstIn: (time: string) => filled(messages.firstIn, { time }),
  mostWithin: (time: string) => filled(messages.mostWithin, { time }),
};
