import { type Section, scale, toggle } from './phrase.js';

export const outfit: Section = {
  id: 5,
  section: 'Outfit',
  quality: [
    scale(28, 'Outfit overall', {
      left: 'Distracts',
      right: 'Lifts the photo',
      badText: 'The outfit draws attention away from you. Something simpler would leave you in the foreground.',
      goodText: 'The outfit lifts the photo.',
    }),
    scale(29, 'Fit', {
      left: 'Too loose',
      right: 'Too tight',
      doubleNeg: true,
      badText: 'If anything, the clothes look loose here. A closer fit gives the photo more shape.',
      goodText: 'If anything, the clothes look tight here. A little more room looks more at ease.',
    }),
    scale(30, 'Colours', {
      left: 'Work against you',
      right: 'Suit you',
      badText: 'The colours work against the picture. Try one that stands out from the background.',
      goodText: 'The colours suit you and the picture.',
    }),
    scale(31, 'How dressed up', {
      left: 'Too casual',
      right: 'Too formal',
      doubleNeg: true,
      badText: 'If anything, the outfit is casual for this photo. One step smarter shows that it matters to you.',
      goodText: 'If anything, the outfit is formal for this photo. Loosen it: no tie, open jacket, rolled sleeves.',
    }),
    scale(32, 'Condition', {
      left: 'Creased',
      right: 'Neat',
      badText: 'The clothes look creased or worn in this photo. Ironing them before the next one will show.',
      goodText: 'The clothes look fresh and neat.',
    }),
    scale(33, 'Right for the place', {
      left: 'Out of place',
      right: 'Fits the place',
      badText: 'The outfit seems out of place here. Choose what you would really wear in that spot.',
      goodText: 'The outfit fits the place, and that makes the photo believable.',
    }),
    scale(34, 'Personal style', {
      left: 'Anybody’s',
      right: 'Feels like you',
      badText: 'The outfit could be anybody’s. Wear the thing your friends would recognise you by.',
      goodText: 'The outfit feels like you.',
    }),
    scale(35, 'How much is covered', {
      left: 'Wrapped up',
      right: 'Bare',
      doubleNeg: true,
      badText: 'If anything, coat and scarf take over the picture. One photo without them shows more of you.',
      goodText: 'If anything, the photo is on the bare side. With a bit more on, the attention stays on your face.',
    }),
    scale(36, 'Accessories', {
      left: 'Distract',
      right: 'Add something',
      badText: 'The accessories draw the eye away. One is often enough.',
      goodText: 'The accessories add something to the picture.',
    }),
    toggle(37, 'One piece stands out well', {
      isHalf: 'right',
      parentPhraseId: 36,
      text: 'One piece stands out well and is easy to remember.',
    }),
    toggle(38, 'A logo or slogan draws the eye', {
      isHalf: 'left',
      text: 'A logo or slogan draws the eye. A plain top leaves the attention on you.',
    }),
    scale(39, 'Up to date', {
      left: 'An older photo',
      right: 'Looks recent',
      badText: 'The outfit makes this look like an older photo. A recent one helps people to recognise you.',
      goodText: 'The photo looks recent, so people know whom they will meet.',
    }),
  ],
};
