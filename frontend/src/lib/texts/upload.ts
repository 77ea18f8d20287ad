import { plural } from '../language/language';

export const uploadTexts = {
  titles: {
    pool: 'Add photos',
    unrated: 'Upload photos',
    bank: 'Add to the Photo Bank',
    profile: 'Add to the Profile Planner',
  },
  leads: {
    first: 'Two photos of yourself, as they would stand in a profile.',
    pool: 'Choose from your bank, or upload new ones.',
    unrated: 'They wait in your bank until you have them assessed.',
    bank: 'Move a photo into the bank, or upload new ones.',
    profile: 'Choose a rated photo, or upload new ones to have them assessed first.',
  },
  choose: 'Upload photos',
  chooseHint: 'JPEG, PNG, WebP, AVIF or HEIC, up to 15 MB',
  noPhotos: 'No available photos',
  continue: (count: number) => plural(count, { one: 'Continue with # photo', other: 'Continue with # photos' }),
  selected: 'Selected',
  choosePhoto: (position: number) => `Photo ${position}`,
  tooMany: 'You can only upload up to 9 photos.',
  tooManySelected: (limit: number) => `You can only select up to ${limit} photos.`,
  notAnImage: (name: string) => `${name} is not an image.`,
  failed: 'Error uploading photo.',
  failedMany: 'Error uploading photos. Please try again.',
  uploading: (count: number) => plural(count, { one: 'Uploading your photo...', other: 'Uploading # photos...' }),
  uploaded: (count: number) => plural(count, { one: 'Photo uploaded', other: '# photos uploaded' }),
  needsRatings: (ratings: number) =>
    `Uploaded to your bank. This photo needs ${ratings} more rating(s) before you can put it in the Profile Planner.`,

  cropTitle: 'Pinch and/or drag to crop',
  cropPosition: (index: number, count: number) => `Photo ${index} of ${count}`,
  zoom: 'Zoom',
  save: 'Save',
  saving: 'Saving...',
  cannotShow: (name: string) =>
    `This browser cannot show ${name}. You can save it as it is; it will be cropped around the middle.`,
  blobFailed: 'Failed to create blob',
};
