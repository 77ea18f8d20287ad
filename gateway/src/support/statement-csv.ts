import type { AccountEntry } from '@candid/contracts';

export interface EntryPage {
  entries: AccountEntry[];
  nextCursor: string | null;
}

const COLUMNS = [
  ...(['entryId', 'account', 'at', 'recordedAt', 'code', 'amount', 'balance', 'transferId', 'cause'] as const),
  'assessmentIds' as const,
];

/** CSV after RFC 4180, page by page: the next is asked for when the reader has taken the one before. */
export async function* statementCsv(
  first: EntryPage,
  nextPage: (cursor: string) => Promise<EntryPage>,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (let page = first; ; page = await nextPage(page.nextCursor)) {
    if (page.entries.length > 0) yield page.entries.map(lineOf).join('');
    if (page.nextCursor === null) return;
  }
}

const lineOf = (entry: AccountEntry): string => `${COLUMNS.map((column) => fieldOf(entry[column])).join(',')}\r\n`;

/** A request's id is the client's own text: a spreadsheet must not take it for a formula. */
function fieldOf(given: AccountEntry[(typeof COLUMNS)[number]]): string {
  const value = Array.isArray(given) ? given.join(' ') : given;
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
