import { signed, whole } from '../../../lib/language/language';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import type { Column } from './data-table';

/** What a posting took or gave, and the account's balance after it; a platform account has none. */
export const amountColumns: readonly Column<{ amount: number; balance: number | null }>[] = [
  {
    name: supportAccountTexts.out,
    cell: ({ amount }) => (amount < 0 ? signed(amount) : null),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportAccountTexts.into,
    cell: ({ amount }) => (amount > 0 ? signed(amount) : null),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportAccountTexts.runningBalance,
    cell: ({ balance }) => (balance === null ? null : whole(balance)),
    isFigure: true,
    isNarrow: true,
  },
];
