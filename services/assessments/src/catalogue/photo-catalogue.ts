import type { Catalogue } from '@candid/contracts';
import { indexOf, scale, toggle } from './catalogue.js';

/** Ids of phrases never change meaning once released. */
type Section = Catalogue[number];

const face: Section = {
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

const body: Section = {
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

const hair: Section = {
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

const vibe: Section = {
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

const outfit: Section = {
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

const background: Section = {
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

const photography: Section = {
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

/** Comments on single photos: seven sections, phrases 1–49. */
export const photoCatalogue: Catalogue = [face, body, hair, vibe, outfit, background, photography];

export const photoIndex = indexOf(photoCatalogue);
export const { findPhrase, allChoices } = photoIndex;
