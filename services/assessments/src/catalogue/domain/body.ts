import { type Section, scale } from './phrase.js';

export const body: Section = {
  id: 2,
  section: 'Body',
  quality: [
    scale(8, 'Posture', {
      left: 'Closed',
      right: 'Open',
      badText: 'The posture looks closed. Uncross your arms, drop your shoulders and turn towards the camera.',
      goodText: 'Your posture is open and at ease.',
    }),
    scale(9, 'How much is in the picture', {
      left: 'Cut off',
      right: 'Far away',
      doubleNeg: true,
      badText: 'If anything, the picture cuts you off. From the waist up, or in full, it would tell people more.',
      goodText: 'If anything, you are far away. Come closer, or crop, so that the picture is about you.',
    }),
    scale(10, 'Pose', {
      left: 'Staged',
      right: 'Natural',
      badText: 'The pose looks staged. Give your hands something to do and let the photo happen.',
      goodText: 'The pose looks natural, as if the camera had just been there.',
    }),
  ],
};
