import messages from '../../../texts/en/support-desk.json' with { type: 'json' };
import { filled } from '../language/message';

const { desk, message, links } = messages;

export const supportDeskTexts = {
  ...desk,
  aloneLeft: (left: string, isBelowMax: boolean) =>
    filled(isBelowMax ? desk.aloneLeft.below : desk.aloneLeft.most, { left }),
  confirmGive: (amount: string, who: string) => filled(desk.confirmGive, { amount, who }),
  confirmTake: (amount: string, who: string) => filled(desk.confirmTake, { amount, who }),
  confirmBalance: (before: string, after: string) => filled(desk.confirmBalance, { before, after }),
  confirmReason: (reason: string) => filled(desk.confirmReason, { reason }),
  confirmSecond: (left: string) => filled(desk.confirmSecond, { left }),
  bookedDone: (amount: string) => filled(desk.bookedDone, { amount }),
  correctionsLeadAbove: (above: string) => filled(desk.correctionsLeadAbove, { above }),
  approveQuestion: (amount: string, who: string) => filled(desk.approveQuestion, { amount, who }),
  rejectQuestion: (amount: string, who: string) => filled(desk.rejectQuestion, { amount, who }),
  approveText: (asker: string, reason: string) => filled(desk.approveText, { asker, reason }),
  rejectText: (asker: string, reason: string) => filled(desk.rejectText, { asker, reason }),
  revokedOn: (when: string) => filled(desk.revokedOn, { when }),
  secretTitle: (name: string) => filled(desk.secretTitle, { name }),
  revokeOf: (name: string) => filled(desk.revokeOf, { name }),
  revokeQuestion: (name: string) => filled(desk.revokeQuestion, { name }),
  revoked: (name: string) => filled(desk.revoked, { name }),
  usedOf: (used: string, count: string) => filled(desk.usedOf, { used, count }),
  batchCountProblem: (max: number) => filled(desk.batchCountProblem, { max }),
  secretsCaption: (name: string) => filled(desk.secretsCaption, { name }),
  batchLead: (expires: string) => filled(desk.batchLead, { expires }),
  batchEnded: (expires: string) => filled(desk.batchEnded, { expires }),
  batchCaption: (name: string) => filled(desk.batchCaption, { name }),
  usedOn: (when: string) => filled(desk.usedOn, { when }),
  revokeBatchQuestion: (name: string) => filled(desk.revokeBatchQuestion, { name }),
  batchRevoked: (name: string) => filled(desk.batchRevoked, { name }),
  replayOf: (handler: string) => filled(desk.replayOf, { handler }),
  replayText: (handler: string) => filled(desk.replayText, { handler }),
};

const { templates } = message;

export const supportMessageTexts = {
  ...message,
  length: (typed: number, max: number) => filled(message.length, { typed, max }),
  textTooLong: (max: number) => filled(message.textTooLong, { max }),
  tokensLeft: (left: string) => filled(message.tokensLeft, { left }),
  templates: [
    { ...templates.passkey, passkey: true },
    templates.noPasskey,
    { ...templates.tokens, tokens: true },
    templates.more,
    templates.known,
    templates.thanks,
  ] as readonly { title: string; text: string; passkey?: true; tokens?: true }[],
};

const { reasons } = links;
const percentOf = (share: number): number => Math.round(share * 100);

export const supportLinksTexts = {
  ...links,
  reasons: {
    'mutual-ratings': (count: number, share: number) =>
      filled(reasons['mutual-ratings'], { count, percent: percentOf(share) }),
    'same-owners': (count: number, share: number) =>
      filled(reasons['same-owners'], { count, percent: percentOf(share) }),
    'shared-rewards': (count: number, share: number) =>
      filled(reasons['shared-rewards'], { count, percent: percentOf(share) }),
  },
};
