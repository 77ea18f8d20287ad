import { type Section, scale, toggle } from './phrase.js';

export const hair: Section = {
  id: 3,
  section: 'Hair',
  quality: [
    scale(11, 'Hair and face', {
      left: 'In the way',
      right: 'Frames the face',
      badText: 'Hair falls over your face here. Tuck it back, so that people can see you.',
      goodText: 'Your hair frames your face well.',
    }),
    scale(12, 'Styling', {
      left: 'Left to chance',
      right: 'Cared for',
      badText: 'The styling looks left to chance in this shot. A minute at a mirror before the photo pays off.',
      goodText: 'Your hair looks cared for in this photo.',
    }),
    toggle(13, 'Hat or hood covers the hair', {
      isHalf: 'left',
      text: 'A hat or hood covers your hair. That is fine once, as long as another photo shows you without it.',
    }),
  ],
};
