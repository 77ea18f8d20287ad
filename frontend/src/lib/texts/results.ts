import { ordinal, plural } from '../language/language';
import { scoreTexts } from './scores';

export const compareTexts = {
  lead: 'See which photo is better, and how sure we are.',
  compare: 'Compare',
  compareThis: 'Compare this photo with others',
  choose: 'Your rated photos',
  chooseLead: 'Pick two or more.',
  photo: (position: number, score: number) => `Photo ${position}, score ${score} of 20`,
  oneMore: 'Pick one more photo to compare it with.',
  pickTwo: 'Pick two photos to see them side by side.',
  tooFew: 'Two rated photos are needed',
  tooFewText: 'Have another photo assessed, then compare the two here.',
  toPhotos: 'My Photos',
  failed: 'The comparison could not be loaded.',
  sideBySide: 'Side by side',
  yourPhoto: 'Open your photo',
  open: (position: number) => `Open photo ${position}`,
  position: (position: number) => `Photo ${position}`,
  better: (position: number, percent: number) => `Photo ${position} is better (${percent}% sure)`,
  ordered: (photos: number) => `${photos} photos in the suggested order.`,
  close: (assessors: number | null) =>
    assessors === null
      ? 'Too close to call, and many more assessors would hardly change that.'
      : `Too close to call. About ${plural(assessors, { one: '# more assessor', other: '# more assessors' })} would settle it.`,
  byAudience: 'Compared by the people you are looking for. You can change this in Preferences.',
  askMore: 'Ask more assessors',
  differences: 'Where comments differ',
  noDifferences: 'The comments on both photos agree.',
  notSaid: 'Not mentioned',
  arrived: (ratings: number, verdict: string) => `${scoreTexts.arrived(ratings)} ${verdict}`,

  order: 'Suggested order',
  place: (place: number) => `${ordinal(place)} place`,
  tiedPlace: (place: number) => `Tied for ${ordinal(place)}`,
  leadPhoto: 'Lead with this one',
  leadAny: 'Lead with any of these',
  ahead: (percent: number) => `Better than the next (${percent}% sure)`,

  suggest: 'Suggest an order',
  suggestOff: 'Back to newest first',
  suggestHint: 'Suggest an order shows your best photo first, by adjusted score. It moves nothing.',
  suggested: 'Best first. Lead with number 1. Photos with the same number are too close to call.',
  suggestedPlace: (place: number) => `Suggested place ${place}`,
};

export const resultsTexts = {
  title: 'Results',
  lead: 'What people said about the photos of this assessment.',
  none: 'No results yet, check back later!',
  noImages: 'No images available.',
  noRatings: 'No ratings yet',
  noRatingHere: 'No rating for this assessment',
  photo: (index: number, count: number) => `Photo ${index} of ${count}`,
};
