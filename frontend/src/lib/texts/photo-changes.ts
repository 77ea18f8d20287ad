import messages from '../../../texts/en/photo-changes.json' with { type: 'json' };
import { decimal } from '../language/decimal';
import { inSentence } from '../language/language';
import { filled } from '../language/message';

const { retake, whatToChange } = messages;

const direction = (effect: number): string => (effect > 0 ? 'higher' : 'lower');

export const retakeTexts = {
  ...retake,
  change: (points: number) =>
    points === 0
      ? retake.change.none
      : filled(retake.change.some, { points: Math.abs(points), direction: direction(points) }),
  newBetter: (percent: number) => filled(retake.newBetter, { percent }),
  earlierBetter: (percent: number) => filled(retake.earlierBetter, { percent }),
};

type Interval = Readonly<Record<'effect' | 'low' | 'high', number>>;

const points = (value: number): string => decimal(Math.abs(value), 1);
const signed = (value: number): string => `${value > 0 ? '+' : '−'}${points(value)}`;
/** Its message has no-break spaces. */
const interval = (from: string, to: string): string => filled(whatToChange.interval, { from, to });
/** Formats the interval, starting with the end that is nearer to 0. */
const outwards = ({ low, high }: Interval): string => {
  const [near, far] = Math.abs(low) < Math.abs(high) ? [low, high] : [high, low];
  return interval(points(near), points(far));
};

export const whatToChangeTexts = {
  ...whatToChange,
  comment: (phrase: string, end: string | null) =>
    end === null ? phrase : filled(whatToChange.comment, { phrase, end: inSentence(end) }),
  statement: (comment: string, of: Interval) =>
    filled(whatToChange.statement, {
      comment,
      points: points(of.effect),
      direction: direction(of.effect),
      interval: outwards(of),
    }),
  points: signed,
  interval: ({ low, high }: Interval) => interval(signed(low), signed(high)),
  method: {
    ...whatToChange.method,
    likely: (compared: number) => filled(whatToChange.method.likely, { compared }),
  },
  compared: (ratings: number, photos: number) => filled(whatToChange.compared, { ratings, photos }),
  tooFewRatings: (missing: number) => filled(whatToChange.tooFewRatings, { missing }),
  tooFewRatingsText: (ratings: number, minimum: number) => filled(whatToChange.tooFewRatingsText, { ratings, minimum }),
  nothingClearText: (compared: number, ratings: number, photos: number) =>
    filled(whatToChange.nothingClearText, { compared, ratings, photos }),
};
