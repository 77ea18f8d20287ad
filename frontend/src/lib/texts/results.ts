import messages from '../../../texts/en/results.json' with { type: 'json' };
import { ordinal } from '../language/language';
import { filled } from '../language/message';

const { compare, results } = messages;

export const compareTexts = {
  ...compare,
  photo: (position: number, score: number) => filled(compare.photo, { position, score }),
  open: (position: number) => filled(compare.open, { position }),
  toBetter: (position: number) => filled(compare.toBetter, { position }),
  position: (position: number) => filled(compare.position, { position }),
  better: (position: number, percent: number) => filled(compare.better, { position, percent }),
  ordered: (photos: number) => filled(compare.ordered, { photos }),
  close: (assessors: number | null) =>
    assessors === null ? compare.close.hopeless : filled(compare.close.assessors, { assessors }),
  place: (place: number) => filled(compare.place, { place: ordinal(place) }),
  tiedPlace: (place: number) => filled(compare.tiedPlace, { place: ordinal(place) }),
  ahead: (photos: number, percent: number) => filled(compare.ahead, { photos, percent }),
};

export const resultsTexts = {
  ...results,
  photo: (index: number, count: number) => filled(results.photo, { index, count }),
};
