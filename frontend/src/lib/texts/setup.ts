import messages from '../../../texts/en/setup.json' with { type: 'json' };
import { filled } from '../language/message';

export const setupTexts = {
  ...messages,
  removePhoto: (position: number) => filled(messages.removePhoto, { position }),
  cropPhoto: (position: number) => filled(messages.cropPhoto, { position }),
  selectedPhoto: (position: number) => filled(messages.selectedPhoto, { position }),
  hint: (missing: number) => filled(messages.hint, { missing }),
  assessorsHint: (planner: number) => filled(messages.assessorsHint, { planner }),
  selectionCount: (count: number, of: number) =>
    count === of ? filled(messages.selectionCount.all, { of }) : filled(messages.selectionCount.some, { count, of }),
  costOf: (tokens: number) => filled(messages.costOf, { tokens }),
  back: (tokens: number) => filled(messages.back, { tokens }),
  balance: (tokens: number) => filled(messages.balance, { tokens }),
  short: (missing: number) => filled(messages.short, { missing }),
};
