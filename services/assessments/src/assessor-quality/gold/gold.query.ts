import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type GoldPair, gapBefore, nextPair } from './domain/gold-pair.js';

/** Gold pairs without deleted or withheld photos. */
const pairsSql = `select g.gold_id as "goldId", g.owner_id as "ownerId", g.fine_photo_id as "finePhotoId",
    g.bad_photo_id as "badPhotoId", to_char(g.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt"
  from gold_pair g where not exists
    (select from owner_photo p where p.photo_id in (g.fine_photo_id, g.bad_photo_id) and p.is_deleted)
    and not exists (select from withheld_photo w where w.photo_id in (g.fine_photo_id, g.bad_photo_id))
  order by g.registered_at, g.gold_id`;

const sinceSql = `select count(*) filter (where gold_right is not null)::int as pairs,
    count(*) filter (where gold_right is null and accepted_at > coalesce((select max(accepted_at) from assessor_submission
      where assessor_id = $1 and gold_right is not null), '-infinity'))::int as others
  from assessor_submission where assessor_id = $1`;

/** Each page of the feed asks for it: prepared statements. */
@Injectable()
export class GoldQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /** The pair that is the assessor's turn now, of those that were never shown. */
  async dueFor(assessorId: string, shownGoldIds: readonly string[]): Promise<GoldPair | undefined> {
    const [[since], pairs] = await Promise.all([
      this.read<{ pairs: number; others: number }>('gold-since', sinceSql, [assessorId]),
      this.read<GoldPair>('gold-pairs', pairsSql, []),
    ]);
    // No assessor ever learns the ids of pairs.
    const secret = pairs[0]?.goldId ?? '';
    if (since!.others < gapBefore(assessorId, since!.pairs, secret)) return undefined;
    return nextPair(
      assessorId,
      pairs.filter(({ goldId }) => !shownGoldIds.includes(goldId)),
    );
  }

  private async read<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.store.pool.query<Row>({ name, text, values })).rows;
  }
}
