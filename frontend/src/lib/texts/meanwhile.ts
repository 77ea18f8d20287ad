import { facts } from './facts';
import { uploadTexts } from './upload';

/** Texts of what an owner can do while the first assessment runs. The page loads them after its photos. */
export const meanwhileTexts = {
  title: 'Meanwhile',
  assess: {
    title: 'Rate photos of others',
    text: `See how rating works, and earn ${facts.photoReward} tokens for each photo.`,
  },
  audience: { title: 'Say whom your profile is for', text: 'These people can rate your later photos first.' },
  more: { title: 'Add photos for later', text: uploadTexts.leads.unrated },
  install: {
    title: 'Keep Candid at hand',
    text: 'Installed, it opens like an app, and you can share photos to it.',
    byHand: 'Tap Share in your browser, then Add to Home Screen.',
    act: 'Install',
    hide: 'Not now',
  },
};
