import messages from '../../../texts/en/upload.json' with { type: 'json' };
import { decimal } from '../language/decimal';
import { filled } from '../language/message';
import { facts } from './facts';

export const uploadTexts = {
  ...messages,
  chooseHint: filled(messages.chooseHint, { size: facts.uploadSize }),
  continue: (count: number) => filled(messages.continue, { count }),
  choosePhoto: (position: number, average: number | null) =>
    average === null
      ? filled(messages.choosePhoto.unrated, { position })
      : filled(messages.choosePhoto.rated, { position, average }),
  tooManySelected: (limit: number) => filled(messages.tooManySelected, { limit }),
  leftOut: (limit: number, count: number) => filled(messages.leftOut, { limit, count }),
  notTaken: (name: string) => filled(messages.notTaken, { name }),
  uploading: (count: number) => filled(messages.uploading, { count }),
  sent: (sent: string, total: string) => filled(messages.sent, { sent, total }),
  uploaded: (count: number) => filled(messages.uploaded, { count }),
  needsRatings: (ratings: number) => filled(messages.needsRatings, { ratings }),

  cropPosition: (index: number, count: number) => filled(messages.cropPosition, { index, count }),
  zoomOf: (zoom: string) => filled(messages.zoomOf, { zoom }),
  turned: (degrees: number) => filled(messages.turned, { degrees }),
  tilt: (degrees: number) => filled(messages.tilt, { degrees: decimal(degrees) }),
  tiltWords: (degrees: number) => {
    const { none, left, right } = messages.tiltWords;
    return degrees === 0 ? none : filled(degrees < 0 ? left : right, { degrees: decimal(Math.abs(degrees)) });
  },
  cancelTitle: (count: number) => filled(messages.cancelTitle, { count }),
  preparingPreview: (name: string) => filled(messages.preparingPreview, { name }),
  notOpened: (name: string) => filled(messages.notOpened, { name }),
  tooLarge: (name: string) => filled(messages.tooLarge, { name, size: facts.uploadSize }),
  cropAgain: { ...messages.cropAgain, gone: filled(messages.cropAgain.gone, { kept: facts.originalKept }) },
};
