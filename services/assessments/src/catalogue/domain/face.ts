import { type Section, scale, toggle } from './phrase.js';

export const face: Section = {
  id: 1,
  section: 'Face',
  quality: [
    scale(1, 'Expression', {
      left: 'Tense',
      right: 'Relaxed',
      badText: 'Your face looks a little tense here. Breathe out, shake it loose and take a few more.',
      goodText: 'Your expression is relaxed and good to look at.',
    }),
    scale(2, 'Smile', {
      left: 'Held back',
      right: 'Warm',
      badText: 'The smile looks held back. Think of somebody you like just before the shot.',
      goodText: 'Your smile is warm and reaches the eyes.',
    }),
    scale(3, 'Eyes', {
      left: 'Hidden',
      right: 'Easy to see',
      badText: 'Your eyes are hard to see. Step out of the shade, or turn towards the light.',
      goodText: 'Your eyes are easy to see, and that draws people in.',
    }),
    scale(4, 'Eye contact', {
      left: 'Looks away',
      right: 'Stares',
      doubleNeg: true,
      badText: 'If anything, you look away. One photo with your eyes on the lens makes it easier to connect.',
      goodText: 'If anything, the look into the lens is strong. Smile with the eyes, or look just past the camera.',
    }),
    scale(5, 'Angle of the face', {
      left: 'Hard to make out',
      right: 'Shown well',
      badText: 'The angle makes your face hard to make out. Turn a little to the camera, with the lens at eye height.',
      goodText: 'The angle shows your face well.',
    }),
    scale(6, 'Size of the face', {
      left: 'Too small',
      right: 'Too close',
      doubleNeg: true,
      badText: 'If anything, your face is small in this picture. Crop in, so that people can recognise you.',
      goodText: 'If anything, the camera is close. A step back leaves some air around your face.',
    }),
    toggle(7, 'Sunglasses or shade in the way', {
      isHalf: 'left',
      parentPhraseId: 3,
      text: 'Sunglasses or a deep shadow hide your eyes. Keep this one for later in the profile, or take it again without.',
    }),
  ],
};
