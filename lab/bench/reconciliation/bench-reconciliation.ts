import type { Measuring } from '../row.js';
import { median } from '../statistics.js';
import { ReconciledLedger } from './reconciled-ledger.js';

const small = 100_000;
const usually = 1_000_000;
const warmUps = 2;
const samples = 7;
const most = 1.5;

/**
 * Measures an hourly reconciliation with the service's code in this process, alternating between a ledger of
 * `transfers` transfers and one of 100,000 transfers. Both have a closed past, the same 2,000 new transfers, and the
 * assessments service's events for these. The larger ledger has more users and escrows.
 */
export async function* benchReconciliation(servers: { postgresUrl: string }, transfers = usually): Measuring {
  yield `filling two databases, one with ${transfers.toLocaleString('en')} transfers`;
  const few = await ReconciledLedger.loaded(servers.postgresUrl, small);
  const many = await ReconciledLedger.loaded(servers.postgresUrl, transfers);
  try {
    yield 'reconciling both in turns';
    const floors: number[] = [];
    const figures: number[] = [];
    for (let sample = -warmUps; sample < samples; sample += 1) {
      const [floorMs, figureMs] = [await few.reconcile(), await many.reconcile()];
      if (sample < 0) continue;
      floors.push(floorMs);
      figures.push(figureMs);
    }
    const [floor, figure] = [median(floors), median(figures)];
    const ratio = figure / floor;
    const path = `hourly reconciliation, ${transfers.toLocaleString('en')} transfers`;
    const target = `<= ${most}`;
    yield { path, floorName: 'of 100,000 transfers', floor, figure, unit: 'ms', ratio, target, met: ratio <= most };
  } finally {
    await Promise.all([few.end(), many.end()]);
  }
}
