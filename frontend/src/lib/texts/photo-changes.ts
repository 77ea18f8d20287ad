import { plural, whole } from '../language/language';

export const retakeTexts = {
  title: 'Progress',
  ask: 'Is this photo a retake?',
  askLead: 'Choose the earlier photo to see what has changed.',
  choose: 'The earlier photo',
  chooseOther: 'Choose another',
  before: 'Before',
  now: 'Now',
  change: (points: number) =>
    points === 0
      ? 'Both photos have the same adjusted score.'
      : `The new photo's adjusted score is ${Math.abs(points)} ${points > 0 ? 'higher' : 'lower'}.`,
  newBetter: (percent: number) => `The new photo is better (${percent}% sure)`,
  earlierBetter: (percent: number) => `The earlier photo is better (${percent}% sure)`,
};

type Interval = Readonly<Record<'effect' | 'low' | 'high', number>>;

const points = (value: number): string => Math.abs(value).toFixed(1);
const direction = (effect: number): string => (effect > 0 ? 'higher' : 'lower');
const ratingsOf = (count: number): string => plural(count, { one: '# rating', other: '# ratings' });
const photosOf = (count: number): string => plural(count, { one: '# photo', other: '# photos' });

const signed = (value: number): string => `${value > 0 ? '+' : '−'}${points(value)}`;
/** Prevents line breaks in the words. */
const joined = (words: string): string => words.replaceAll(' ', '\u00a0');
/** Formats the interval, starting with the end that is nearer to 0. */
const interval = ({ low, high }: Interval): string => {
  const [near, far] = [points(low), points(high)].sort((one, other) => Number(one) - Number(other));
  return joined(`${near} to ${far}`);
};

export const whatToChangeTexts = {
  title: 'What to change',
  lead: 'Comments that go with higher or lower ratings, over all your photos. They may not be the reason.',
  failed: 'What goes with your ratings could not be loaded.',
  comment: (phrase: string, end: string | null) => (end === null ? phrase : `${phrase}: ${end.toLowerCase()}`),
  statement: (comment: string, of: Interval) =>
    `Ratings with the comment “${comment}” were ${points(of.effect)} points ${direction(of.effect)} (likely ${interval(of)}).`,

  numbers: 'Show the numbers',
  table: 'Ratings with and without each comment',
  columns: { comment: 'Comment', points: 'Points', with: 'With', without: 'Without', photos: 'Photos' },
  points: signed,
  interval: ({ low, high }: Interval) => joined(`${signed(low)} to ${signed(high)}`),
  method: {
    with: 'With and Without count ratings. Without has only those whose assessor could choose the comment.',
    corrected: 'Strict and generous assessors, and better and worse photos, are corrected for.',
    likely: (compared: number) =>
      plural(compared, {
        one: 'In 95 of 100 cases the true value lies within the likely range.',
        other: 'In 95 of 100 cases the true values of all # compared comments lie within their likely ranges.',
      }),
    association:
      'A comment can go with a rating for another reason: an assessor who likes a photo may praise more of it. Try one change and have it assessed.',
  },

  compared: (ratings: number, photos: number) => `${ratingsOf(ratings)} of ${photosOf(photos)} were compared.`,
  tooFewRatings: (missing: number) =>
    plural(missing, { one: '# more rating is needed', other: '# more ratings are needed' }),
  tooFewRatingsText: (ratings: number, minimum: number) =>
    `You have ${ratings}. From ${whole(minimum)} on, ratings with and without a comment are compared.`,
  tooFewPhotos: 'Ratings of a second photo are needed',
  tooFewPhotosText: 'Comments are compared over several photos. Have another photo assessed.',
  tooFewComments: 'More comments are needed',
  tooFewCommentsText: 'A comment is compared once 3 assessors have left it and 3 others have not.',
  nothingClear: 'No comment goes clearly with higher or lower ratings',
  nothingClearText: (compared: number, ratings: number, photos: number) =>
    `${plural(compared, { one: '# comment was', other: '# comments were' })} compared, over ${ratingsOf(ratings)} of ${photosOf(photos)}. More ratings may show more.`,
};
