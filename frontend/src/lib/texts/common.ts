import messages from '../../../texts/en/common.json' with { type: 'json' };
import manifest from '../../../texts/en/manifest.json' with { type: 'json' };
import { filled } from '../language/message';

const { common } = messages;

export const commonTexts = {
  ...common,
  positionOf: (index: number, count: number) => filled(common.positionOf, { index, count }),
  minutes: (minutes: number) => filled(common.minutes, { minutes }),
  hours: (hours: number) => filled(common.hours, { hours }),
};

export const errorTexts = messages.error;

/** Texts that the device shows for the installed app. Only the build uses them, so no page loads their catalogue. */
export const manifestTexts = manifest;

/** The message about a waiting version of the app. */
export const installTexts = messages.install;
