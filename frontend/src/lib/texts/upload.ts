import { plural } from '../language/language';
import { facts } from './facts';

export const uploadTexts = {
  titles: {
    pool: 'Add photos',
    unrated: 'Upload photos',
    bank: 'Add to the Photo Bank',
    profile: 'Add to the Profile Planner',
  },
  leads: {
    first: 'Two photos of yourself, the way you would show them in a profile.',
    pool: 'Choose from your Photo Bank, or upload new ones.',
    unrated: 'They wait in your Photo Bank until you have them assessed.',
    bank: 'Move a photo into the Photo Bank, or upload new ones.',
    profile: 'Choose a rated photo, or upload new ones to have them assessed first.',
  },
  replace: {
    title: 'Upload another crop',
    lead: 'Choose the original of this photo again. Then crop it differently.',
    choose: 'Choose the photo',
    cropNote: 'This is the new crop for this photo.',
    photo: 'The photo that needs a new crop',
  },
  choose: 'Upload photos',
  takePhoto: 'Take a photo',
  drop: 'Drop photos here to crop them',
  chooseHint: `JPEG, PNG, WebP, AVIF or HEIC, up to ${facts.uploadSize}`,
  noPhotos: 'No available photos',
  continue: (count: number) => plural(count, { one: 'Continue with # photo', other: 'Continue with # photos' }),
  choosePhoto: (position: number, average: number | null) =>
    average === null ? `Photo ${position}, not rated yet` : `Photo ${position}, score ${average} of 20`,
  tooMany: 'You can only upload up to 9 photos.',
  tooManySelected: (limit: number) => `You can only select up to ${limit} photos`,
  leftOut: (limit: number, count: number) =>
    `You can only select up to ${limit} photos. ${plural(count, { one: '# photo was left out.', other: '# photos were left out.' })}`,
  notTaken: (name: string) =>
    `${name} is not a photo that can be read here. Please choose a JPEG, PNG, WebP, AVIF or HEIC file.`,
  sharedLost: 'Your shared photos did not arrive. Please upload them here.',
  failed: 'Error uploading photo.',
  uploading: (count: number) => plural(count, { one: 'Uploading your photo...', other: 'Uploading # photos...' }),
  progress: 'Upload',
  sent: (sent: string, total: string) => `${sent} of ${total} sent`,
  connecting: 'Waiting for a connection...',
  preparing: 'Sent. Your photos are being prepared...',
  nothingLost: 'Nothing was stored, and your photos are still here.',
  again: 'Try again',
  discard: 'Discard',
  uploaded: (count: number) => plural(count, { one: 'Photo uploaded', other: '# photos uploaded' }),
  faces: {
    none: 'No face was recognised in this photo. Assessors rate best when they see yours.',
    several: 'There seem to be several people in this photo. Assessors rate best when they see you alone.',
  },
  faceFramed: 'We framed what looks like a face. Move it as you like.',
  needsRatings: (ratings: number) =>
    `Uploaded to your Photo Bank. This photo needs ${ratings} more rating(s) before you can put it in the Profile Planner.`,

  cropTitle: 'Pinch and/or drag to crop',
  cropPosition: (index: number, count: number) => `Photo ${index} of ${count}`,
  cropArea: 'Crop. Arrow keys move the photo, plus and minus zoom.',
  zoom: 'Zoom',
  zoomOf: (zoom: string) => `${zoom} times`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  turnLeft: 'Turn left',
  turnRight: 'Turn right',
  turned: (degrees: number) => (degrees === 0 ? 'The photo is not turned.' : `The photo is turned by ${degrees}°.`),
  straighten: 'Straighten',
  tilt: (degrees: number) => `${degrees}°`,
  tiltWords: (degrees: number) => {
    if (degrees === 0) return 'not tilted';
    return `${Math.abs(degrees)} degrees to the ${degrees < 0 ? 'left' : 'right'}`;
  },
  reset: 'Reset',
  previous: 'Back to the previous photo',
  skip: 'Leave out',
  cancelAll: 'Cancel all photos',
  cancelTitle: (count: number) => `Cancel all ${count} photos?`,
  cancelText: 'None of them is kept, not even those you have cropped.',
  cancelConfirm: 'Yes, cancel',
  cancelKeep: 'Keep cropping',
  save: 'Save',
  saving: 'Saving...',
  opening: 'Opening the photo...',
  preparingPreview: (name: string) => `This browser cannot show ${name}. We prepare a picture of it to crop from...`,
  notOpened: (name: string) => `${name} could not be opened.`,
  chooseOther: 'Choose another photo',
  tooLarge: (name: string) => `${name} is larger than ${facts.uploadSize}. Please choose a smaller copy of it.`,
  cropAgain: {
    gone: `We keep the original of a photo for ${facts.originalKept}. This one is gone. You can choose the photo on your device again.`,
    failed: 'Error cropping photo.',
    done: 'Photo cropped again',
  },
};
