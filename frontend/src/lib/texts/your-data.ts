import { fileSize } from '../language/language';
import { facts } from './facts';

export const yourDataTexts = {
  lead: 'It is yours. Download it, or delete it.',
  exportTitle: 'Download everything',
  exportLead: 'One file (JSON) with everything we store about you:',
  exportContains: [
    'your account, your settings and where you are logged in',
    'your photos, as links that work for a short time',
    'ratings and comments, those you received and those you gave',
    'every movement of your tokens, and purchases',
    'the feedback you sent',
  ],
  exportNote: 'Not included: who rated you, and whom you rated.',
  export: 'Download my data',
  exporting: 'Collecting your data...',
  exported: (bytes: number) => `${fileSize(bytes)} so far`,
  exportDone: (fileName: string) => `Done. ${fileName} is in your downloads.`,
  exportFailed: 'Your data could not be downloaded. Please try again.',
  deleteTitle: 'Delete your account',
  deleteLead: 'Your photos are deleted at once and you are logged out everywhere. This cannot be undone.',
  delete: 'Delete account',
  deleteQuestion: 'Delete your account?',
  deleteFinal: 'This cannot be undone. If you continue:',
  deleteConsequences: [
    'Your running assessments end.',
    'Your photos are deleted at once.',
    `Your personal data becomes unreadable within ${facts.erasure}.`,
    'The token ledger keeps its entries, without linking them to you. Tokens you have left are lost.',
    'You are logged out on every device.',
  ],
  deletePassword: 'Your password',
  deletePasswordMissing: 'Please enter your password.',
  deleteForGood: 'Delete for good',
  deleting: 'Deleting...',
  deleteKeep: 'Keep my account',
  deleteFailed: 'Your account has not been deleted. Please try again.',
};
