import { plural } from '../language/language';

/** Texts of the two pages that only demonstrate a part of the app. */
export const demoTexts = {
  selectionTitle: 'Photo selection',
  selectionLead: 'A preview of choosing photos. They stay in this browser: nothing is sent anywhere.',
  choose: 'Choose photos',
  chosen: (count: number, max: number) => `${count} of ${max} photos`,
  chosenList: 'Chosen photos',
  photo: (position: number) => `Photo ${position}`,
  remove: (position: number) => `Remove photo ${position}`,
  upload: 'Upload',
  uploadHint: "Upload only writes the names of the photos into the browser's log. To have photos assessed, go to",
  logged: (count: number) =>
    `${plural(count, { one: '# photo', other: '# photos' })} written to the log. Nothing was uploaded.`,
  none: 'No photos chosen yet',

  navigationTitle: 'Navigation',
  navigationLead: 'How the navigation looks to whom. The bar of this page follows what is chosen here.',
  seenBy: 'Seen by',
  seenByWhom: { member: 'Member', loading: 'Loading', visitor: 'Visitor' },
  counter: 'Token counter',
  counterLead: 'At least three digits; it rolls to a new value in 0.8 seconds.',
  earn: 'Earn 20 tokens',
  spend: 'Spend 40 tokens',
};
