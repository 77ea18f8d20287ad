import { randomUUID } from 'node:crypto';
import { runMigrations } from '@candid/platform/orm';
import pg from 'pg';
import { runOnce } from '../append/bench-database.js';
import { fillTables } from '../fill.js';
import { type MigrationsModule, serviceFile } from './service-files.js';

const ratingsPerPhoto = 10;
const idOf = (kind: string, number: string): string => `md5('${kind}' || ${number})::uuid`;
/** Number of assessors: each gives 50 ratings, as one of the product's assessors does in a month. */
const assessorsOf = (ratings: number): number => Math.max(20, ratings / 50);

export interface RatingLoad {
  url: string;
  ratings: number;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** Creates a database with the given number of ratings. */
export async function loadRatings(postgresUrl: string, ratings: number): Promise<RatingLoad> {
  const name = `bench_adjusted_scores_${ratings}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  await runOnce(postgresUrl, [`drop database if exists ${name}`, `create database ${name}`]);
  const { migrations } = await serviceFile<MigrationsModule>('migrations/all');
  await runMigrations({ migrationUrl: url.href, applicationUrl: url.href, migrations });
  const pool = new pg.Pool({ connectionString: url.href, max: 4 });
  const photos = ratings / ratingsPerPhoto;
  const statements = [
    `insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
     select ${idOf('s', 'i')}, ${idOf('p', `(i % ${photos})`)}, ${idOf('t', `(i % ${photos})`)}, ${idOf('o', `(i % ${photos} / 5)`)},
       ${idOf('r', `(i::bigint * 7919 % ${assessorsOf(ratings)})`)}, 1 + (hashint4(i % ${photos}) & 7) + (hashint4(i) & 7), '[]',
       now() - i * interval '1 second'
     from generate_series(1, ${ratings}) i`,
  ];
  await fillTables({ url: url.href, tables: ['received_rating'], statements });
  return { url: url.href, ratings, pool, drop: () => runOnce(postgresUrl, [`drop database ${name}`]) };
}

/** Adds a rating of a loaded photo by a loaded assessor. `sample`: the rating's number. @returns the photo's id */
export async function addRating(
  { pool, ratings }: Pick<RatingLoad, 'pool' | 'ratings'>,
  sample: number,
): Promise<string> {
  const { rows } = await pool.query<{ photo_id: string }>(
    `insert into received_rating (submission_id, photo_id, photo_assessment_id, owner_id, assessor_id, score, comments, accepted_at)
     values ($1, ${idOf('p', '$2::int')}, $1, ${idOf('o', '($2::int / 5)')}, ${idOf('r', '$3::int')}, $4, '[]', now()) returning photo_id`,
    [
      randomUUID(),
      (sample * 9_973) % (ratings / ratingsPerPhoto),
      (sample * 104_729) % assessorsOf(ratings),
      1 + (sample % 20),
    ],
  );
  return rows[0]!.photo_id;
}

/** Gives every assessor a description, and every owner an audience to which a quarter of the assessors belongs. */
export async function describePeople({ pool, ratings }: RatingLoad): Promise<void> {
  await pool.query(
    `insert into participant (user_id, gender, interested_in, born_from)
     select ${idOf('r', 'i')}, case i % 2 when 0 then 'Woman' else 'Man' end, 'All', 1970 + 5 * (i % 8)
     from generate_series(0, ${assessorsOf(ratings) - 1}) i`,
  );
  await pool.query(
    `insert into participant (user_id, gender, seeks_gender, seeks_age_from, seeks_age_to)
     select ${idOf('o', 'i')}, 'Man', 'Woman', 25, 45 from generate_series(0, ${ratings / ratingsPerPhoto / 5 - 1}) i`,
  );
  await pool.query('vacuum analyze participant');
}
