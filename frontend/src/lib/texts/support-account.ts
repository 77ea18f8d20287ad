import messages from '../../../texts/en/support-account.json' with { type: 'json' };
import { deviceName } from '../language/device-name';
import { filled } from '../language/message';

const { account, activity } = messages;

export const supportAccountTexts = {
  ...account,
  whyTitle: (balance: string) => filled(account.whyTitle, { balance }),
  refunded: (count: number, amount: string, day: string | null) =>
    day ? filled(account.refunded.dated, { count, amount, day }) : filled(account.refunded.undated, { count, amount }),
  emailBounced: (day: string) => filled(account.emailBounced, { day }),
  inEscrow: (amount: string, assessments: number) => filled(account.inEscrow, { amount, assessments }),
  times: (count: number) => filled(account.times, { count }),
  openTransferOf: (what: string, when: string) => filled(account.openTransferOf, { what, when }),
  assessments: (count: string) => filled(account.assessments, { count }),
  lastDays: (days: string) => filled(account.lastDays, { days }),
  exportName: (userId: string) => filled(account.exportName, { userId }),
  exported: (size: string) => filled(account.exported, { size }),
  exportDone: (name: string) => filled(account.exportDone, { name }),
  transferTitle: (code: string) => filled(account.transferTitle, { code }),
  correctsTransfer: (transferId: string) => filled(account.correctsTransfer, { transferId }),
  tokens: (count: string) => filled(account.tokens, { count }),
};

export const supportActivityTexts = {
  ...activity,
  deviceOf: (name: string) => deviceName(activity.deviceOf, name),
  counted: (what: string, count: string) => filled(activity.counted, { what, count }),
  photos: (count: number) => filled(activity.photos, { count }),
  ratingsOf: (ratings: number, limit: number) => filled(activity.ratingsOf, { ratings, limit }),
  mails: activity.mails as Readonly<Record<string, string>>,
  appeal: (text: string) => filled(activity.appeal, { text }),
};
