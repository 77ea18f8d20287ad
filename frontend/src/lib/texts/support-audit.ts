import messages from '../../../texts/en/support-audit.json' with { type: 'json' };
import { filled } from '../language/message';

const { lists, ...texts } = messages;

export const supportAuditTexts = {
  ...texts,
  outcomeRefused: (status: number, code: string) => filled(texts.outcomeRefused, { status, code }),
  outcomeTimes: (times: string, last: string) => filled(texts.outcomeTimes, { times, last }),
  notDone: (call: string) => filled(texts.notDone, { call }),
  reads: (count: number) => filled(texts.reads, { count }),
  from: (when: string) => filled(texts.from, { when }),
  /** Reads of lists, which the audit log folds. */
  listReads: new Set(Object.keys(lists)) as ReadonlySet<string>,
  calls: { ...lists, ...texts.calls } as Readonly<Record<string, string>>,
};
