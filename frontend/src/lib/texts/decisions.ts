import messages from '../../../texts/en/decisions.json' with { type: 'json' };
import { filled } from '../language/message';
import { facts } from './facts';

const { effects } = messages;
const { removedPictures } = facts;

export const decisionTexts = {
  ...messages,
  wasSuspendedUntil: (day: string) => filled(messages.wasSuspendedUntil, { day }),
  suspendedUntil: (day: string) => filled(messages.suspendedUntil, { day }),
  effects: { ...effects, removePhoto: filled(effects.removePhoto, { removedPictures }) },
  appealUntil: (day: string) => filled(messages.appealUntil, { day }),
  appealFiled: (day: string) => filled(messages.appealFiled, { day }),
  news: (title: string, count: number) => filled(messages.news, { title, count }),
};
