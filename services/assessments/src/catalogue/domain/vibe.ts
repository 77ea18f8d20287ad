import { type Section, scale, toggle } from './phrase.js';

export const vibe: Section = {
  id: 4,
  section: 'Vibe',
  quality: [
    scale(14, 'Approachable', {
      left: 'Distant',
      right: 'Easy to talk to',
      badText: 'The photo comes across as a little distant. The hint of a smile brings people nearer.',
      goodText: 'You look easy to talk to here.',
    }),
    scale(15, 'Confident', {
      left: 'Unsure',
      right: 'Confident',
      badText: 'The photo feels unsure of itself. Stand tall, look up and give it a second try.',
      goodText: 'The photo shows quiet confidence.',
    }),
    scale(16, 'Energy', {
      left: 'Flat',
      right: 'Over the top',
      doubleNeg: true,
      badText: 'If anything, the mood is flat. Pick a moment in which you do something you enjoy.',
      goodText: 'If anything, there is a lot going on. A calmer moment lets people see you rather than the act.',
    }),
    scale(17, 'Genuine', {
      left: 'Put on',
      right: 'A real moment',
      badText: 'The moment feels put on. Photos that a friend takes while you are busy often feel truer.',
      goodText: 'It looks like a real moment.',
    }),
    scale(18, 'Tells a story', {
      left: 'Says little',
      right: 'Says a lot',
      badText: 'The photo says little about what you like. Take one where you do something that matters to you.',
      goodText: 'The photo tells something about your life.',
    }),
    toggle(19, 'Gives me something to ask about', {
      isHalf: 'right',
      parentPhraseId: 18,
      text: 'There is something in this photo to ask you about: a good start for a conversation.',
    }),
    scale(20, 'Kind', {
      left: 'A little',
      right: 'Very',
      isHalf: 'right',
      badText: 'A little kindness comes across in this photo.',
      goodText: 'Kindness comes across in this photo.',
    }),
    scale(21, 'Playful', {
      left: 'A little',
      right: 'Very',
      isHalf: 'right',
      badText: 'The photo has a slightly playful side.',
      goodText: 'The photo has a playful side that makes people smile.',
    }),
    scale(22, 'Adventurous', {
      left: 'A little',
      right: 'Very',
      isHalf: 'right',
      badText: 'The photo has a slight taste of adventure.',
      goodText: 'The photo has a taste of adventure: it makes people want to come along.',
    }),
    scale(23, 'Thoughtful', {
      left: 'A little',
      right: 'Very',
      isHalf: 'right',
      badText: 'The photo has a slightly thoughtful mood.',
      goodText: 'The photo has a thoughtful mood that makes people curious.',
    }),
    scale(24, 'Fits what you look for', {
      left: 'Hard to tell',
      right: 'Fits well',
      badText: 'It is hard to tell from this photo what you are looking for. Choose a setting that hints at it.',
      goodText: 'The photo fits what you say you are looking for.',
    }),
    scale(25, 'Trying to impress', {
      left: 'Very much',
      right: 'Hardly',
      isHalf: 'left',
      badText: 'The photo works hard to impress. A plain everyday moment may do more.',
      goodText: 'There is a touch of showing off in the photo, nothing that gets in the way.',
    }),
    scale(26, 'An afternoon together', {
      left: 'Hard to picture',
      right: 'Easy to picture',
      badText: 'It is hard to picture an afternoon with you from this photo. Show something others could join in.',
      goodText: 'It is easy to picture spending an afternoon with you.',
    }),
    toggle(27, 'Would make a good first photo', {
      isHalf: 'right',
      text: 'This one would make a good first photo of a profile.',
    }),
  ],
};
