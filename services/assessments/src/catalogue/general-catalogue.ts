import type { Catalogue } from '@candid/contracts';
import { indexOf, scale, toggle } from './catalogue.js';

/** Comments on a profile as a set of photos: sections 51–55, phrases 101–120. The photo catalogue uses other ids. */
export const generalCatalogue: Catalogue = [
  {
    id: 51,
    section: 'First impression',
    quality: [
      scale(101, 'First photo', {
        left: 'Makes me scroll on',
        right: 'Makes me stop',
        badText: 'The first photo does not show your best side yet. Try another of the set in first place.',
        goodText: 'The first photo makes people stop and look.',
      }),
      scale(102, 'Who it is about', {
        left: 'Takes a while',
        right: 'Clear at once',
        badText: 'It takes a while to see which person the profile is about. Begin with a photo of you alone.',
        goodText: 'It is clear at once whom the profile is about.',
      }),
      scale(103, 'Mood of the set', {
        left: 'Reserved',
        right: 'Inviting',
        badText: 'The set feels reserved. One photo with a laugh in it would warm it up.',
        goodText: 'The set as a whole is inviting.',
      }),
      toggle(104, 'I would want to know more', {
        isHalf: 'right',
        text: 'After these photos people would want to know more about you.',
      }),
    ],
  },
  {
    id: 52,
    section: 'Variety',
    quality: [
      scale(105, 'Situations', {
        left: 'Much the same',
        right: 'Varied',
        badText: 'The situations are much the same. Add one from another part of your life.',
        goodText: 'The photos show you in different situations.',
      }),
      scale(106, 'Distance', {
        left: 'All alike',
        right: 'A good mix',
        badText: 'All photos are taken from about the same distance. Mix a portrait with one in full length.',
        goodText: 'There is a good mix of near and far.',
      }),
      scale(107, 'Outfits', {
        left: 'Repeated',
        right: 'Varied',
        badText: 'The same outfit comes up again. Another day, another jacket: it makes the set livelier.',
        goodText: 'The outfits vary and belong together.',
      }),
      scale(108, 'Alone and with others', {
        left: 'Always alone',
        right: 'Always in company',
        doubleNeg: true,
        badText: 'If anything, you are always alone. One photo with friends shows that side, too.',
        goodText: 'If anything, there are always others around. One photo of you alone makes the set clearer.',
      }),
      toggle(109, 'Two photos are nearly the same', {
        isHalf: 'left',
        text: 'Two of the photos are nearly the same. Keep the better one and use the place for something new.',
      }),
    ],
  },
  {
    id: 53,
    section: 'Story',
    quality: [
      scale(110, 'Interests', {
        left: 'Stay open',
        right: 'Come across',
        badText: 'Your interests stay open. Show one of them, even if it is a quiet one.',
        goodText: 'Your interests come across.',
      }),
      scale(111, 'Everyday life', {
        left: 'Only highlights',
        right: 'Part of it',
        badText: 'The set shows highlights only. An ordinary moment lets people imagine being there.',
        goodText: 'The set lets people into your everyday life.',
      }),
      scale(112, 'Fits what you look for', {
        left: 'Hard to tell',
        right: 'Fits well',
        badText: 'It is hard to tell from the set what you are looking for.',
        goodText: 'The set fits what you say you are looking for.',
      }),
      toggle(113, 'Easy to start a conversation', {
        isHalf: 'right',
        parentPhraseId: 110,
        text: 'There is more than one thing in these photos to start a conversation with.',
      }),
    ],
  },
  {
    id: 54,
    section: 'Consistency',
    quality: [
      scale(114, 'Same person throughout', {
        left: 'Varies',
        right: 'Clear',
        badText: 'You look rather different from photo to photo. Newer ones together make you easier to recognise.',
        goodText: 'You are easy to recognise in every photo.',
      }),
      scale(115, 'Quality', {
        left: 'Uneven',
        right: 'Even',
        badText: 'The quality is uneven. The weakest photo holds the others back: leave it out, or take it again.',
        goodText: 'All photos are of the same good quality.',
      }),
      scale(116, 'Filters', {
        left: 'In many photos',
        right: 'In hardly any',
        isHalf: 'left',
        badText: 'Filters show in several photos. With fewer of them people trust the set more.',
        goodText: 'There is hardly any filtering in the set.',
      }),
      scale(117, 'Style', {
        left: 'Pulls apart',
        right: 'Belongs together',
        badText: 'The photos pull in different directions. Choose the ones that feel most like you.',
        goodText: 'The photos belong together.',
      }),
    ],
  },
  {
    id: 55,
    section: 'Order',
    quality: [
      scale(118, 'Order of the photos', {
        left: 'By chance',
        right: 'Well chosen',
        badText: 'The order looks like chance. Begin with a clear portrait and end with something to talk about.',
        goodText: 'The order is well chosen.',
      }),
      scale(119, 'Number of photos', {
        left: 'Too few',
        right: 'Too many',
        doubleNeg: true,
        badText: 'If anything, there are few photos. One or two more would round the picture off.',
        goodText: 'If anything, there are many photos. Fewer, and only the best, say more.',
      }),
      toggle(120, 'The strongest photo comes late', {
        isHalf: 'left',
        parentPhraseId: 118,
        text: 'The strongest photo comes late. Move it to the front.',
      }),
    ],
  },
];

export const generalIndex = indexOf(generalCatalogue);
