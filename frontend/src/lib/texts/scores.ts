import type { AdjustedScore, AudienceBand } from '@candid/contracts';
import { plural } from '../language/language';

type Whole = Pick<AdjustedScore, 'low' | 'high'>;
type Reading = Pick<AdjustedScore, 'low' | 'high' | 'score'>;

/** Prevents a line break before and after the dash. */
const wordJoiner = '\u2060';
const dash = `${wordJoiner}–${wordJoiner}`;
const span = ({ low, high }: Whole): string => (low === high ? String(low) : `${low}${dash}${high}`);
const whole = (score: number): number => Math.floor(score + 0.5);
const assessorsOf = (assessors: number): string => plural(assessors, { one: '# assessor', other: '# assessors' });
/** Ranges for the size of an audience: an exact number would reveal who gave each new rating. */
const audienceBands: Readonly<Record<AudienceBand, string>> = {
  few: '3 to 5 assessors',
  some: '6 to 11 assessors',
  many: '12 or more assessors',
};
const ratingsOf = (ratings: number): string => plural(ratings, { one: '# rating', other: '# ratings' });
const level = { High: 'High confidence', Medium: 'Medium confidence', Low: 'Low confidence' };

export const scoreTexts = {
  chip: (score: number | null) => (score === null ? 'Not rated yet' : `Score ${score} of 20`),
  ringLabel: 'Assessors done',
  ring: (done: number, limit: number) => `${done} of ${assessorsOf(limit)} done`,
  range: (low: number, high: number) => `Likely between ${low} and ${high} on a scale of 1 to 20`,
  span,
  level,
  /** Follows the average. */
  ratedBy: (people: number) => plural(people, { one: ' · # person rated it', other: ' · # people rated it' }),

  summary: 'Score',
  fairScore: 'Adjusted score',
  average: 'Average',
  adjusted: (score: number, interval: Whole) =>
    `Adjusted for strict and generous assessors: ${whole(score)}, likely ${span(interval)}`,
  audienceReading: (score: number, interval: Whole, assessors: AudienceBand) =>
    `By people you are looking for: ${whole(score)} · likely ${span(interval)} · ${audienceBands[assessors]}.`,
  audienceSame: 'No clear difference from all assessors.',
  audienceHigher: 'They clearly rate it higher than all assessors.',
  audienceLower: 'They clearly rate it lower than all assessors.',
  change: (before: Whole, now: Whole) =>
    `Likely range before the newest assessment: ${span(before)}. Now: ${span(now)}.`,
  early: (assessors: number, asked: number) =>
    asked > assessors
      ? `Early result: ${assessors} of ${asked} assessors. Wait for 3 before deciding.`
      : `Early result: ${assessorsOf(assessors)}. Ask more before deciding.`,
  adjustedScoreFollows: 'The adjusted score follows in a moment.',
  arrived: (ratings: number) => `New ratings have arrived. ${ratingsOf(ratings)} now.`,

  averageReading: (average: Reading, confidence: keyof typeof level | undefined) =>
    `Average ${whole(average.score)} · range ${span(average)}${confidence ? ` · ${level[confidence]}` : ''}`,

  chart: {
    picture: (average: Reading, adjusted: Reading | null, ratings: number) =>
      [
        plural(ratings, {
          one: 'How # rating lies on the scale of 1 to 20',
          other: 'How # ratings lie on the scale of 1 to 20',
        }),
        `Average ${whole(average.score)}, confidence range ${average.low} to ${average.high}`,
        ...(adjusted
          ? [`Adjusted score ${whole(adjusted.score)}, likely between ${adjusted.low} and ${adjusted.high}`]
          : []),
      ].join('. '),
    table: 'Each rating',
    score: 'Score',
    ratings: 'Ratings',
  },
  ratingsFailed: 'The individual ratings could not be loaded.',
  howToRead: 'How to read this',
  blocksMean:
    'Each block is one rating. The dot marks the average, the diamond the adjusted score, and the bar its likely range.',
  adjustedScoreMeans:
    'Some assessors are strict, others generous. The adjusted score corrects for that. In 8 of 10 cases the true score lies within the likely range.',
  audienceMeans:
    'From three ratings of people you are looking for on, you also see their score. It leans on the score of all assessors as long as they are few.',
  rangeMeans: 'The range of the average is wider. It narrows as more people rate, most of all when they agree.',

  history: (assessments: readonly { when: string; reading: string }[]) =>
    ['Average of each assessment, newest first', ...assessments.map(({ when, reading }) => `${when}: ${reading}`)].join(
      '. ',
    ),
  assessment: (average: number, ratings: number, change: number | null) => {
    const changed =
      change === null ? '' : change === 0 ? ', as before' : change > 0 ? `, ${change} higher` : `, ${-change} lower`;
    return `${average} from ${ratingsOf(ratings)}${changed}`;
  },
};
