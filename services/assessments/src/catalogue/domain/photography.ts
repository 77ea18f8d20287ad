import { type Section, scale, toggle } from './phrase.js';

export const photography: Section = {
  id: 7,
  section: 'Photography',
  quality: [
    scale(44, 'Light', {
      left: 'Too dark',
      right: 'Too bright',
      doubleNeg: true,
      badText: 'If anything, the photo is dark. Face a window, or go outside in the late afternoon.',
      goodText: 'If anything, the light is harsh. Open shade or a cloudy day is kinder to every face.',
    }),
    scale(45, 'Sharpness', {
      left: 'Blurred',
      right: 'Sharp',
      badText: 'The photo is a bit blurred. Wipe the lens, hold still and tap on your face to focus.',
      goodText: 'The photo is sharp where it matters.',
    }),
    scale(46, 'Framing', {
      left: 'Off',
      right: 'Well framed',
      badText: 'The framing feels off: something is cut, or there is empty space. Another crop may solve it.',
      goodText: 'The photo is well framed.',
    }),
    scale(47, 'Camera height', {
      left: 'Too low',
      right: 'Too high',
      doubleNeg: true,
      badText: 'If anything, the camera is low. At eye height the picture meets people as an equal.',
      goodText: 'If anything, the camera is high. At eye height the picture meets people as an equal.',
    }),
    scale(48, 'Filter and editing', {
      left: 'Heavy',
      right: 'Light',
      isHalf: 'left',
      badText: 'The filter or editing shows. People like to see what they will meet.',
      goodText: 'The editing is light and does not get in the way.',
    }),
    toggle(49, 'Selfie or mirror shot', {
      isHalf: 'left',
      text: 'It is a selfie or mirror shot. With a friend or the timer, the same moment looks better from two steps away.',
    }),
  ],
};
