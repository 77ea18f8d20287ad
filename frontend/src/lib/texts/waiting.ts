import messages from '../../../texts/en/waiting.json' with { type: 'json' };
import { filled } from '../language/message';

const basisOf = (isMeasured: boolean): string => (isMeasured ? 'measured' : 'planned');

/** Texts about when ratings come in. All times are the server's, measured or planned. */
export const waitingTexts = {
  ...messages,
  inAbout: (rating: string, time: string) => filled(messages.inAbout, { rating, time }),
  late: (rating: string, isMeasured: boolean) => filled(messages.late, { rating, basis: basisOf(isMeasured) }),
  allBy: (time: string) => filled(messages.allBy, { time }),
  by: (time: string) => filled(messages.by, { time }),
  lateShort: (isMeasured: boolean) => filled(messages.lateShort, { basis: basisOf(isMeasured) }),
  planned: (line: string) => filled(messages.planned, { line }),
  lateLine: (line: string) => filled(messages.lateLine, { line }),
  ring: (done: number, limit: number) => filled(messages.ring, { done, limit }),
  rated: (done: number, limit: number) => {
    const { none, some, all } = messages.rated;
    if (done === 0) return filled(none, { limit });
    return done < limit ? filled(some, { done, limit }) : filled(all, { limit });
  },
};
