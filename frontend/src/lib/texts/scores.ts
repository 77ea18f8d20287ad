import { plural } from '../language/language';

interface Whole {
  readonly low: number;
  readonly high: number;
}

const span = ({ low, high }: Whole): string => (low === high ? String(low) : `${low}–${high}`);
const ratersOf = (raters: number): string => plural(raters, { one: '# rater', other: '# raters' });

export const scoreTexts = {
  chip: (score: number | null) => (score === null ? 'No rating yet' : `Score ${score} of 20`),
  ringLabel: 'Assessors done',
  ring: (done: number, limit: number) => `${done} of ${limit} assessors done`,
  range: (low: number, high: number) => `Likely between ${low} and ${high} on a scale of 1 to 20`,
  span,
  level: { High: 'High confidence', Medium: 'Medium confidence', Low: 'Low confidence' },
  ratedBy: (raters: number) => plural(raters, { one: '# rating', other: '# ratings' }),
  averageOf: 'Average',

  fairScore: 'Fair score',
  likely: (whole: Whole, raters: number) => `Likely ${span(whole)}, ${ratersOf(raters)}`,
  fairRange: (score: number, { low, high }: Whole) =>
    `Fair score ${score} of 20, likely between ${low} and ${high} on a scale of 1 to 20`,
  change: (before: Whole, now: Whole) => `Before: ${span(before)} · now: ${span(now)}`,
  fairScoreFollows: 'The fair score follows in a moment.',
  details: 'Ratings and confidence range',
  average: 'Average',
  averageAndCount: (average: number, ratings: number) =>
    `${average} · ${plural(ratings, { one: '# rating', other: '# ratings' })}`,
  votes: 'Each rating',
  votesFailed: 'The single ratings could not be loaded.',
  confidenceRange: 'Confidence range',
  fairScoreMeans:
    'Some raters are strict, some are generous. The fair score corrects for who rated; in 8 of 10 cases the true score lies in the range that is called likely.',
};
