import { plural } from '../language/language';

export const secondFactorTexts = {
  title: 'Second factor',
  lead: 'Each time you log in, you confirm it with your phone, so that a stolen password alone cannot open the console.',
  setUpTitle: 'Set up your second factor',
  setUpLead:
    'The support console needs more than a password. Set up an authenticator app on your phone; it takes a minute, and you do it once.',
  steps: 'You need an authenticator app, such as the one of your password manager.',
  password: 'Your password',
  passwordMissing: 'Please enter your password.',
  begin: 'Begin',
  beginning: 'Beginning...',
  beginFailed: 'The set-up did not begin. Nothing was changed; try again.',

  scan: 'Scan this with your authenticator app',
  scanText: 'Or open the link on the phone that you are holding, or type the secret into the app.',
  qrCode: 'QR code for your authenticator app',
  openApp: 'Open in an authenticator app',
  secret: 'Secret',
  secretWord: 'secret',
  codeShown: 'Code that the app shows',
  codeShownHint: '6 digits, new every 30 seconds.',
  codeMissing: 'Please enter a code.',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  confirmFailed: 'The code was not checked. Nothing was changed; try again.',
  cancel: 'Cancel',

  inUse: 'In use',
  since: 'Since',
  codesLeft: 'Recovery codes left',
  fewCodes: (left: number) =>
    `You have ${plural(left, { one: '# recovery code', other: '# recovery codes' })} left. Replace them while you have your phone.`,

  newPhone: 'New phone',
  newPhoneText: 'Your current app works until you confirm the new one. Then all your other sessions end.',
  setUpNew: 'Set up a new one',
  proof: 'Authenticator code or recovery code',
  recoveryCodes: 'Recovery codes',
  recoveryCodesText: "For when you don't have your phone. New codes replace the old ones.",
  replace: 'Replace the recovery codes',
  replacing: 'Replacing...',
  replaceFailed: 'The recovery codes were not replaced. Try again.',

  codesOnce: 'Keep these recovery codes somewhere other than your phone. They are shown only once.',
  codesText: 'Each of them works once, in place of an authenticator code.',
  allCodes: 'recovery codes',
  copyAll: 'Copy all',
  download: 'Download',
  fileName: 'candid-recovery-codes.txt',
  kept: 'I have saved them',
};
