import messages from '../../../texts/en/comments.json' with { type: 'json' };
import { inSentence } from '../language/language';
import { filled } from '../language/message';

interface Agreement {
  readonly phrase: string;
  readonly left: string;
  readonly right: string;
  readonly isScale: boolean;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

interface Said {
  readonly times: number;
  readonly of: number;
  readonly opinionsDiffer: boolean;
  readonly reading: { readonly tone: string };
}

export const commentsTexts = {
  ...messages,
  noneFor: (section: string) => filled(messages.noneFor, { section }),
  withCount: (section: string, count: number) => filled(messages.withCount, { section, count }),
  requestPhrase: (phrase: string) => filled(messages.requestPhrase, { phrase }),
  requestSection: (section: string) => filled(messages.requestSection, { section }),
  allPhrases: (count: number) => filled(messages.allPhrases, { count }),
  bars: {
    share: (count: number, of: number) => filled(messages.bars.share, { count, of }),
    agreement: ({ phrase, left, right, isScale, low, high, of }: Agreement) => {
      const { noScale, oneEnd, bothEnds } = messages.bars.agreement;
      if (!isScale) return filled(noScale, { phrase, count: low + high, of });
      const ends = { low: { end: inSentence(left), count: low }, high: { end: inSentence(right), count: high } };
      const [most, other] = high > low ? [ends.high, ends.low] : [ends.low, ends.high];
      const values = { phrase, of, ...most, otherEnd: other.end, otherCount: other.count };
      return filled(other.count > 0 ? bothEnds : oneEnd, values);
    },
  },
  tryFirst: (count: number) => filled(messages.tryFirst, { count }),
  said: ({ times, of, opinionsDiffer, reading }: Said) => {
    if (opinionsDiffer) return messages.said.opinionsDiffer;
    if (reading.tone === 'neither') return filled(messages.said.between, { times });
    return times === of ? filled(messages.said.byAll, { times }) : filled(messages.said.bySome, { times, of });
  },
  scored: (score: number) => filled(messages.scored, { score }),
  onScale: (said: string, score: number) => filled(messages.onScale, { said, score }),
};
