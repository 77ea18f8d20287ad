import { EventStore, OwnSession } from '@candid/event-store';
import type { BenchRow, Measuring } from '../row.js';
import { percentile } from '../statistics.js';
import { benchAudience } from './bench-audience.js';
import { benchFit } from './bench-fit.js';
import { timeNewRatings } from './new-ratings.js';
import { loadRatings } from './rating-load.js';
import { type FitModule, serviceFile } from './service-files.js';

const few = 1_000;
const many = 1_000_000;

/**
 * Measures the time from one new rating among a million to updated adjusted scores, with the service's code and a
 * committed transaction. The floor is the time among 1,000 ratings. Then measures scores for an audience, and the fit.
 */
export async function* benchAdjustedScores(servers: { postgresUrl: string }, fitRatings?: number): Measuring {
  const { FitScores } = await serviceFile<FitModule>('scoring/fit-scores');
  yield 'filling a database with a million ratings, and fitting them';
  const small = await loadRatings(servers.postgresUrl, few);
  const big = await loadRatings(servers.postgresUrl, many);
  try {
    for (const { pool, url } of [small, big]) {
      await new FitScores(new EventStore({ pool }), new OwnSession({ connectionString: url })).run(new Date());
      await pool.query('vacuum analyze');
    }
    yield 'new ratings';
    const [floors, figures] = [await timeNewRatings(small), await timeNewRatings(big)];
    yield rateRow(floors, figures, 0.5);
    yield rateRow(floors, figures, 0.99);
    yield* benchAudience(big);
  } finally {
    for (const { pool, drop } of [small, big]) {
      await pool.end();
      await drop();
    }
  }
  yield* benchFit(servers, fitRatings);
}

function rateRow(floors: readonly number[], figures: readonly number[], share: number): BenchRow {
  const [floor, figure] = [percentile(floors, share), percentile(figures, share)];
  const isMedian = share === 0.5;
  return {
    path: `new rating to updated adjusted scores, 1M ratings, ${isMedian ? 'median' : `p${share * 100}`}`,
    floorName: 'the same among 1,000',
    ...{ floor, figure, unit: 'ms', ratio: figure / floor },
    target: isMedian ? '<= 5 ms' : '-',
    met: isMedian ? figure <= 5 : null,
  };
}
