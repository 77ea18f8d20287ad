import { altered, answered, stalled } from './answers.js';
import type { Screen } from './screen.js';
import { press, unfold } from './steps.js';
import { at, balance, fault, givenUp, overdueHold, support } from './support-answers.js';

export const supportBooks: Screen = {
  name: '/support, the books',
  states: [
    {
      name: 'trial balance',
      ...support,
      path: '/support/trial-balance',
      ready: 'Sum 0. Every token is accounted for.',
      wide: true,
    },
    {
      name: 'trial balance, empty escrows',
      ...support,
      path: '/support/trial-balance',
      before: (page) => answered(page, 'support/trial-balance', balance),
      reach: (page) => unfold(page, '2 escrows that hold nothing'),
      ready: 'Escrows with a balance of 0, part of the sums above',
      wide: true,
    },
    {
      name: 'trial balance, nothing by then',
      ...support,
      path: '/support/trial-balance?to=2001-01-01',
      ready: 'Nothing was booked by then',
    },
    {
      name: 'trial balance, off',
      ...support,
      path: '/support/trial-balance',
      before: (page) => altered(page, 'support/trial-balance', (answer) => ({ ...(answer as object), sum: -5 })),
      ready: 'Sum −5. The books do not balance',
    },
    {
      name: 'reconciliation, not run',
      ...support,
      path: '/support/reconciliation',
      before: (page) => answered(page, 'support/reconciliations', { success: true, runs: [], nextCursor: null }),
      ready: 'Not run yet',
      wide: true,
    },
    {
      name: 'reconciliation',
      ...support,
      path: '/support/reconciliation',
      reach: async (page) => {
        await press(page, 'Run now');
        await press(page, 'Verify the chain');
        await page.getByText('events are as they were written.').waitFor();
      },
      ready: 'Every transfer adds up to 0',
      wide: true,
    },
    {
      name: 'reconciliation, a fault',
      ...support,
      path: '/support/reconciliation',
      before: (page) =>
        answered(page, 'support/reconciliation', {
          ...{ success: true, ok: false, checkedAt: at, checks: [fault, overdueHold, givenUp] },
        }),
      reach: (page) => press(page, 'Run now'),
      ready: '3 checks find faults',
      wide: true,
    },
    {
      name: 'reconciliation, running',
      ...support,
      path: '/support/reconciliation',
      before: (page) => stalled(page, 'support/reconciliation'),
      reach: (page) => press(page, 'Run now'),
      ready: 'The checks are running.',
    },
  ],
};
