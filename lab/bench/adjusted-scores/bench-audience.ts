import { EventStore, OwnSession, type SqlSession } from '@candid/event-store';
import type { Measuring } from '../row.js';
import { percentile } from '../statistics.js';
import { timeNewRatings } from './new-ratings.js';
import { describePeople, type RatingLoad } from './rating-load.js';
import { type AdjustedScoresQueryModule, type FitModule, serviceFile } from './service-files.js';

/**
 * Measures how much scores for an audience slow down a new rating and the full fit. The floor is measured before
 * assessors have descriptions and owners have audiences, the figure afterwards.
 */
export async function* benchAudience(load: RatingLoad): Measuring {
  yield 'fits and new ratings before anybody has described themselves';
  const withoutFit = await fitSeconds(load);
  const withoutRating = await timeNewRatings(load, { first: 1_000_000, read: plainReader(load) });
  yield 'the same after everybody has';
  await describePeople(load);
  const withFit = await fitSeconds(load);
  const withRating = await timeNewRatings(load, { first: 2_000_000, read: await audienceReader(load) });
  const millions = `${load.ratings / 1_000_000}M ratings`;
  yield {
    path: `new rating to updated scores with audience levels, ${millions}, median`,
    floorName: 'to the score by all, without them',
    ...ratioOf(percentile(withoutRating, 0.5), percentile(withRating, 0.5), 1.3),
    unit: 'ms',
  };
  yield {
    path: `full fit of ${millions} with audience levels`,
    floorName: 'without them',
    ...ratioOf(withoutFit, withFit, 1.5),
    unit: 's',
  };
}

function ratioOf(floor: number, figure: number, ratioMax: number) {
  const ratio = figure / floor;
  return { floor, figure, ratio, target: `<= ${ratioMax.toFixed(1)}x`, met: ratio <= ratioMax };
}

/** Returns the duration of the shorter of two fits, because the first fit also writes the changes from new ratings. */
async function fitSeconds({ pool, url }: RatingLoad): Promise<number> {
  const { FitScores } = await serviceFile<FitModule>('scoring/fit-scores');
  const fit = new FitScores(new EventStore({ pool }), new OwnSession({ connectionString: url }));
  const times: number[] = [];
  for (let run = 0; run < 2; run += 1) {
    const began = performance.now();
    await fit.run(new Date());
    times.push((performance.now() - began) / 1000);
  }
  return Math.min(...times);
}

type Reader = (photoId: string) => Promise<unknown>;

/** Sends only the two statements that a score by all assessors needs, because the computation takes hardly any time. */
function plainReader({ pool }: RatingLoad): Reader {
  return async (photoId) => {
    await pool.query({ name: 'plain-model', text: 'select model, fitted_at, ratings from score_model' });
    await pool.query({
      name: 'plain-evidence',
      text: `select e.*, r.ratings, r.total, r.squares, r.precision, r.shift, g.photo_assessment_id
        from rating_evidence e join assessor_severity r on r.assessor_id = e.assessor_id
        join received_rating g on g.submission_id = e.submission_id and g.photo_id = e.photo_id
        where e.photo_id = any ($1::uuid[]) order by g.accepted_at, e.submission_id`,
      values: [[photoId]],
    });
  };
}

async function audienceReader({ pool }: RatingLoad): Promise<Reader> {
  const { AdjustedScoresQuery } = await serviceFile<AdjustedScoresQueryModule>('scoring/adjusted-scores.query');
  const query = new AdjustedScoresQuery(preparingSession(pool));
  return (photoId) => query.ofPhoto(photoId);
}

/** Prepares each statement once per connection, as the service's database client does with frequent statements. */
function preparingSession(pool: RatingLoad['pool']): SqlSession {
  const names = new Map<string, string>();
  return {
    async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const name = names.get(text) ?? `audience-${names.size}`;
      names.set(text, name);
      const { rows } = await pool.query({ name, text, values: [...values] });
      return rows as Row[];
    },
  };
}
