import messages from '../../../texts/en/profile-assessment.json' with { type: 'json' };
import { filled } from '../language/message';

export const profileAssessmentTexts = {
  ...messages,
  countNew: (count: number) => filled(messages.countNew, { count }),
  openNew: (count: number) => filled(messages.openNew, { count }),
  progress: (done: number, limit: number, time: string) => filled(messages.progress, { done, limit, time }),
  left: (time: string) => filled(messages.left, { time }),
  progressDone: (limit: number) => filled(messages.progressDone, { limit }),
  endedEarly: (hasComments: boolean) => (hasComments ? messages.endedEarly.commented : messages.endedEarly.unrated),
  submitted: (time: string) => filled(messages.submitted, { time }),
  actionOf: (action: string, when: string) => filled(messages.actionOf, { action, when }),
  more: (count: number) => filled(messages.more, { count }),
  showAll: (count: number) => filled(messages.showAll, { count }),
  preview: (count: number) => filled(messages.preview, { count }),
  photo: (position: number) => filled(messages.photo, { position }),
  rangeLead: (assessors: number) =>
    assessors === 0 ? messages.rangeLead.none : filled(messages.rangeLead.from, { assessors }),
  alreadyDone: (count: number) => filled(messages.alreadyDone, { count }),
  endText: (tokens: number) => filled(messages.endText, { tokens }),
  refunded: (tokens: number) => filled(messages.refunded, { tokens }),
  restore: (joining: number, leaving: number) => {
    const { together, both, ...one } = messages.restore;
    if (joining === 0 && leaving === 0) return together;
    const moves = joining === 0 ? one.leaving : leaving === 0 ? one.joining : both;
    return `${together} ${filled(moves, { joining, leaving })}`;
  },
  photoRefused: (reason: string) => filled(messages.photoRefused, { reason }),
  changeEnds: (tokens: number) => filled(messages.changeEnds, { tokens }),
  lastEnds: (tokens: number) => filled(messages.lastEnds, { tokens }),
};
