import { plural } from '../language/language';

export const plannerPreviewTexts = {
  open: 'Preview',
  title: 'Profile preview',
  lead: 'How a dating app shows your profile.',
  newestFirst: 'Newest photo first.',
  toNewestFirst: 'Newest first',
  suggested: 'Suggested order, by adjusted score.',
  photos: 'Your profile photos',
  photo: (position: number, count: number) => `Photo ${position} of ${count}`,
  position: (position: number, count: number) => `${position} of ${count}`,
  seenFirst: (count: number) => `1 of ${count} · people see this one first`,
  show: (position: number) => `Show photo ${position}`,
  held: (photos: number) =>
    plural(photos, {
      one: '# photo is under review and is left out.',
      other: '# photos are under review and are left out.',
    }),

  save: 'Save these pictures',
  saving: 'Saving...',
  saveLead: 'One file with the pictures in this order. Only you get it.',
  progress: 'Pictures fetched',
  fetched: (done: number, of: number) => `${done} of ${plural(of, { one: '# picture', other: '# pictures' })} fetched`,
  saved: (fileName: string) => `Done. ${fileName} is in your downloads.`,
  savedAsWebp: (fileName: string) =>
    `Done. ${fileName} is in your downloads. Its pictures are WebP, because your browser could not convert them. Some dating apps accept only JPEG.`,
  fileName: 'profile-pictures.zip',
  failed: (position: number) =>
    `Picture ${position} could not be fetched, so nothing was downloaded. Check your connection and try again.`,
};
