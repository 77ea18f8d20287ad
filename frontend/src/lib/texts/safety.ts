import messages from '../../../texts/en/safety.json' with { type: 'json' };
import { filled } from '../language/message';

const { safety, withinWords: words } = messages;

/** Formats the target time of a decision, in milliseconds, as days or hours, in the form that "within" needs. */
export function withinWords(targetMs: number): string {
  const hours = Math.round(targetMs / 3_600_000);
  return hours > 24 ? filled(words.days, { days: Math.round(hours / 24) }) : filled(words.hours, { hours });
}

export const safetyTexts = {
  ...safety,
  flag: (position: number) => filled(safety.flag, { position }),
  characters: (count: number, max: number) => filled(safety.characters, { count, max }),
  tooLong: (over: number) => filled(safety.tooLong, { over }),
  sentNext: (within: string) => filled(safety.sentNext, { within }),
  sentRatingNext: (within: string) => filled(safety.sentRatingNext, { within }),
  ratingMenu: (when: string) => filled(safety.ratingMenu, { when }),
  blockedSince: (when: string) => filled(safety.blockedSince, { when }),
  assessorOf: (when: string) => filled(safety.assessorOf, { when }),
  hiddenSince: (when: string) => filled(safety.hiddenSince, { when }),
  undoBlock: (when: string) => filled(safety.undoBlock, { when }),
  undoHide: (when: string) => filled(safety.undoHide, { when }),
  reportedOn: (day: string) => filled(safety.reportedOn, { day }),
};
