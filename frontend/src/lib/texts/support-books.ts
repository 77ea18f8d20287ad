import messages from '../../../texts/en/support-books.json' with { type: 'json' };
import { filled } from '../language/message';

/** `runbook` has the entries of the runbook by the anchors of its headings, for staff who have only the console. */
export const supportBooksTexts = {
  ...messages,
  sumOff: (sum: string) => filled(messages.sumOff, { sum }),
  emptyEscrows: (count: number) => filled(messages.emptyEscrows, { count }),
  accountsCount: (count: number) => filled(messages.accountsCount, { count }),
  runningFor: (seconds: number) =>
    seconds < 3 ? messages.runningFor.short : filled(messages.runningFor.long, { seconds }),
  healed: (count: number) => filled(messages.healed, { count }),
  runbookFor: (anchor: string) => filled(messages.runbookFor, { anchor }),
  milliseconds: (milliseconds: string) => filled(messages.milliseconds, { milliseconds }),
  allGood: (when: string) => filled(messages.allGood, { when }),
  faultsFound: (count: number, when: string) => filled(messages.faultsFound, { count, when }),
  chainWhole: (events: string) => filled(messages.chainWhole, { events }),
  chainBroken: (number: string, fault: string) => filled(messages.chainBroken, { number, fault }),
};
