import { type Section, scale } from './phrase.js';

export const background: Section = {
  id: 6,
  section: 'Background',
  quality: [
    scale(40, 'Tidiness', {
      left: 'Cluttered',
      right: 'Clean',
      badText: 'The background is cluttered. Clear the space, or step in front of something plain.',
      goodText: 'The background is clean and leaves the attention on you.',
    }),
    scale(41, 'Interest', {
      left: 'Empty',
      right: 'Interesting',
      badText: 'The background is rather empty. A place you like would give the photo some life.',
      goodText: 'The background is interesting without taking over.',
    }),
    scale(42, 'Other people', {
      left: 'Hard to tell who is who',
      right: 'Hardly noticed',
      isHalf: 'left',
      badText: 'Other people make it hard to tell which one is you. Crop, or pick a photo of you alone.',
      goodText: 'Others are in the picture, though they hardly take attention away.',
    }),
    scale(43, 'The place and you', {
      left: 'Says little',
      right: 'Says something',
      badText: 'The place says little about you. Try one where you like to spend your time.',
      goodText: 'The place says something about where you like to be.',
    }),
  ],
};
