import messages from '../../../texts/en/common.json' with { type: 'json' };
import { filled } from '../language/message';

const { common } = messages;

export const commonTexts = {
  ...common,
  positionOf: (index: number, count: number) => filled(common.positionOf, { index, count }),
  minutes: (minutes: number) => filled(common.minutes, { minutes }),
  score: (score: number | null) => (score === null ? common.notRated : filled(common.score, { score })),
  hours: (hours: number) => filled(common.hours, { hours }),
};

/** Names of the pages that the first screen links. */
export const legalNames = messages.legal;

export const errorTexts = messages.error;

/** The message about a waiting version of the app. */
export const installTexts = messages.install;
