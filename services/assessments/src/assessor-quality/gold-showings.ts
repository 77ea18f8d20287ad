import { EventStore } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { isoTime } from '../kernel/paging.js';
import { queryPrepared } from '../kernel/prepared.js';
import { type GoldPair, type GoldShowing, gapBefore, nextPair } from './gold.js';

/** An unopened gold pair is replaced after this time, because it copies its settings from a page that changes. */
const unopenedMs = 30 * 60_000;

/** An opened gold pair ends after this time, so that it looks like other assessments, which end as well. */
const openedMs = 12 * 3_600_000;

/** True if the showing was opened before $2, or if a photo of its gold pair is deleted or withheld. */
const hasEnded = `(coalesce(s.opened_at <= $2::timestamptz, false) or exists (
  select from gold_pair g where g.gold_id = s.gold_id and (
    exists (select from owner_photo p where p.photo_id in (g.fine_photo_id, g.bad_photo_id) and p.is_deleted)
    or exists (select from withheld_photo w where w.photo_id in (g.fine_photo_id, g.bad_photo_id)))))`;

/** True if the assessor blocked the person of the showing. `owner_id` is the id that the assessor sees. */
const isHidden = 'exists (select from hidden_person h where h.assessor_id = s.assessor_id and h.owner_id = s.owner_id)';

/** Photos of the showing that the assessor reported and therefore does not see again. */
const hiddenPhotoIds = `array(select h.photo_id from hidden_photo h where h.assessor_id = s.assessor_id and h.owner_id = s.owner_id)`;

const isCurrent = `not s.is_over and not exists (select from assessor_submission r where r.photo_assessment_id = s.photo_assessment_id)
  and not ${hasEnded} and not ${isHidden} and cardinality(${hiddenPhotoIds}) < 2`;

const columns = `s.photo_assessment_id as "photoAssessmentId", s.assessor_id as "assessorId", s.gold_id as "goldId", s.owner_id as "ownerId",
  s.account_id as "accountId", s.photos, s.settings, s.times_rated as "timesRated", s.looking_for as "lookingFor", ${hiddenPhotoIds}::text[] as "hiddenPhotoIds"`;

export interface ShowingToOpen extends GoldShowing {
  isCurrent: boolean;
  /** True if the showing has ended, with or without a rating. */
  hasEnded: boolean;
}

/** Uses prepared statements, because every page of the feed runs these queries. */
@Injectable()
export class GoldShowings {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    private readonly database: Database,
  ) {}

  /** The gold pair that is offered to the assessor, or that the assessor has open. */
  async current(assessorId: string, now: Date): Promise<GoldShowing | undefined> {
    const [showing] = await queryPrepared<GoldShowing>(this.store, {
      name: 'gold-current',
      text: `select ${columns} from gold_showing s where s.assessor_id = $1 and ${isCurrent} order by s.offered_at desc limit 1`,
      values: [assessorId, earliestOpening(now)],
    });
    return showing;
  }

  /** The showing with this owner id, even if it is over, because its ratings stay valid. */
  async ofOwner(assessorId: string, ownerId: string, now: Date): Promise<ShowingToOpen | undefined> {
    const [showing] = await this.database.query<ShowingToOpen>(
      `select ${columns}, ${isCurrent} as "isCurrent", ${hasEnded} as "hasEnded" from gold_showing s
        where s.assessor_id = $1 and s.owner_id = $3`,
      [assessorId, earliestOpening(now), ownerId],
    );
    return showing;
  }

  /** The next unopened pair, if the assessor has rated enough other photo assessments since the last pair. */
  async dueFor(assessorId: string): Promise<GoldPair | undefined> {
    const [[since], pairs] = await Promise.all([
      queryPrepared<{ pairs: number; others: number }>(this.store, {
        name: 'gold-since',
        text: sinceSql,
        values: [assessorId],
      }),
      queryPrepared<GoldPair>(this.store, { name: 'gold-pairs', text: pairsSql, values: [] }),
    ]);
    // The id of a pair is a good secret, because no assessor ever learns it.
    const secret = pairs[0]?.goldId ?? '';
    if (since!.others < gapBefore(assessorId, since!.pairs, secret)) return undefined;
    const shown = await queryPrepared<{ gold_id: string }>(this.store, {
      name: 'gold-shown',
      text: 'select gold_id from gold_showing where assessor_id = $1 and (opened_at is not null or is_over)',
      values: [assessorId],
    });
    const unseen = pairs.filter(({ goldId }) => !shown.some(({ gold_id }) => gold_id === goldId));
    return nextPair(assessorId, unseen);
  }

  /** If two concurrent requests draw the same pair, the first stores its showing and the second changes nothing. */
  async add(showing: GoldShowing, now: Date): Promise<void> {
    const { photoAssessmentId, assessorId, goldId, ownerId, accountId, timesRated } = showing;
    const [photos, settings, lookingFor] = [showing.photos, showing.settings, showing.lookingFor].map((value) =>
      JSON.stringify(value),
    );
    await this.database.query(
      `insert into gold_showing (photo_assessment_id, assessor_id, gold_id, owner_id, account_id, photos, settings, times_rated,
         looking_for, offered_at)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::int, $9::jsonb, $10::timestamptz)
       on conflict (assessor_id, gold_id) do nothing`,
      [
        ...[photoAssessmentId, assessorId, goldId, ownerId, accountId],
        ...[photos, settings, timesRated, lookingFor, now.toISOString()],
      ],
    );
  }

  async forgetUnopened(assessorId: string, now: Date): Promise<void> {
    await queryPrepared(this.store, {
      name: 'gold-forget',
      text: 'delete from gold_showing where assessor_id = $1 and opened_at is null and offered_at <= $2::timestamptz',
      values: [assessorId, new Date(now.getTime() - unopenedMs).toISOString()],
    });
  }

  /** `isOver` is true if no further slot may be reserved for the showing. */
  async recordOpening(photoAssessmentId: string, isOver: boolean, now: Date): Promise<void> {
    await this.database.query(
      `update gold_showing set opened_at = coalesce(opened_at, $2::timestamptz), is_over = is_over or $3::boolean
        where photo_assessment_id = $1`,
      [photoAssessmentId, now.toISOString(), isOver],
    );
  }
}

const earliestOpening = (now: Date): string => new Date(now.getTime() - openedMs).toISOString();

/** SQL that is true if both photos of gold pair `g` may be shown. */
export const isUsable = `not exists
    (select from owner_photo p where p.photo_id in (g.fine_photo_id, g.bad_photo_id) and p.is_deleted)
    and not exists (select from withheld_photo w where w.photo_id in (g.fine_photo_id, g.bad_photo_id))`;

const pairsSql = `select g.gold_id as "goldId", g.owner_id as "ownerId", g.fine_photo_id as "finePhotoId",
    g.bad_photo_id as "badPhotoId", ${isoTime('g.registered_at')} as "registeredAt"
  from gold_pair g where not g.is_for_trials and ${isUsable}
  order by g.registered_at, g.gold_id`;

const sinceSql = `select count(*) filter (where gold_right is not null)::int as pairs,
    count(*) filter (where gold_right is null and accepted_at > coalesce((select max(accepted_at) from assessor_submission
      where assessor_id = $1 and gold_right is not null), '-infinity'))::int as others
  from assessor_submission where assessor_id = $1`;
