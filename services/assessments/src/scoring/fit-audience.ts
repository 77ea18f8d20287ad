import type { SqlSession } from '@candid/event-store';
import { LIMITS } from '../config.js';
import { type AudienceModel } from './domain/audience-model.js';
import { byGroup, estimateAudience } from './domain/fit-audience-model.js';
import type { ScoreModel } from './domain/score-model.js';
import { type EvidenceRow, sharedRatingOf } from './evidence.rows.js';
import { evidenceSql } from './fair-scores.query.js';

/** How audiences differ from all assessors, by some of the photos whose owners name one. */
export async function fitAudience(session: SqlSession, model: ScoreModel, since: Date): Promise<AudienceModel> {
  const photos = await session.query<{ photo_id: string }>(
    `select r.photo_id from participant w join received_rating r on r.owner_id = w.user_id
      where num_nonnulls(w.seeks_gender, w.seeks_age_from, w.seeks_age_to) > 0 and r.accepted_at >= $1::timestamptz
      group by r.photo_id having count(*) > 1 limit ${LIMITS.fitAudiencePhotos}`,
    [since.toISOString()],
  );
  const photoIds = photos.map(({ photo_id }) => photo_id);
  const rows = photoIds.length === 0 ? [] : await session.query<EvidenceRow>(evidenceSql, [`{${photoIds.join(',')}}`]);
  const byPhoto = Map.groupBy(rows, (row) => row.photo_id);
  return estimateAudience(
    [...byPhoto.values()].map((own) =>
      byGroup(
        model,
        own.map((row) => sharedRatingOf(row, model)),
      ),
    ),
  );
}
