import messages from '../../../texts/en/assess.json' with { type: 'json' };
import { filled } from '../language/message';

export const assessTexts = {
  ...messages,
  photo: (index: number, count: number) => filled(messages.photo, { index, count }),
  showPhoto: (index: number) => filled(messages.showPhoto, { index }),
  ratingOf: (index: number) => filled(messages.ratingOf, { index }),
  rated: (score: number) => filled(messages.rated, { score }),
  lower: (index: number) => filled(messages.lower, { index }),
  higher: (index: number) => filled(messages.higher, { index }),
  commentsOf: (index: number) => filled(messages.commentsOf, { index }),
  commentCount: (count: number, max: number) => filled(messages.commentCount, { count, max }),
  commentsNeeded: (missing: number) => filled(messages.commentsNeeded, { missing }),
  slotEnding: (minutes: number) => filled(messages.slotEnding, { minutes }),
  waiting: (count: number) => filled(messages.waiting, { count }),
  laterSent: (count: number, tokens: number, unrewarded: number) => {
    const sent = filled(messages.laterSent.sent, { count, tokens });
    return unrewarded === 0 ? sent : `${sent} ${filled(messages.laterSent.unrewarded, { unrewarded })}`;
  },
  laterRefused: (count: number) => filled(messages.laterRefused, { count }),
  submittedText: (tokens: number) => filled(messages.submittedText, { tokens }),
  submittedPayable: (tokens: number) => filled(messages.submittedPayable, { tokens }),
  undo: (phrase: string) => filled(messages.undo, { phrase }),
  leaning: (label: string, score: number) => filled(messages.leaning, { label, score }),
  sectionTab: (section: string, picked: number) =>
    picked > 0 ? filled(messages.sectionTab, { section, picked }) : section,
  needsParent: (parent: string) => filled(messages.needsParent, { parent }),
};
