import { randomInt, randomUUID } from 'node:crypto';
import { type PhotoId, assessorStandingRpc as rpc, TRIAL } from '@candid/contracts';
import { DomainError, type EventStore, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { queryPrepared } from '../kernel/prepared.js';
import { invalid, tooFast } from '../photo-assessment/errors.js';
import { isUsable } from './gold-showings.js';

interface TrialPhoto {
  /** Random and only of this trial: stored ids are in the order of upload, which reveals the answer. */
  photoId: PhotoId;
  storedPhotoId: PhotoId;
  isFine: boolean;
}

type TrialPair = [TrialPhoto, TrialPhoto];

interface Trial {
  pairs: TrialPair[];
  startedAt: Date;
  /** Null until the trial is answered. */
  isPassed: boolean | null;
  lacksPhoto: boolean;
}

/** People who want to assess choose the better photo of each pair. Nobody learns which of the choices were right. */
@Controller()
export class Trials {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.countTrialPairs)
  async count() {
    const sql = `select count(*)::int as pairs from gold_pair g where g.is_for_trials and ${isUsable}`;
    const [row] = await this.database.query<{ pairs: number }>(sql);
    return row!;
  }

  /** @throws DomainError `NOT_FOUND` if the trial is another person's */
  @RpcHandler(rpc.openTrial)
  async open({ userId, trialId }: Sent<typeof rpc.openTrial>) {
    const drawn = await this.database.query<{ fine: PhotoId; bad: PhotoId }>(
      `select g.fine_photo_id as fine, g.bad_photo_id as bad from gold_pair g where g.is_for_trials and ${isUsable}
        order by random() limit $1::int`,
      [TRIAL.pairs],
    );
    const now = this.clock();
    await this.database.query(
      `insert into assessor_trial as t (trial_id, person_id, pairs, started_at)
       values ($1, $2, $3::jsonb, $4::timestamptz)
       on conflict (trial_id) do update set pairs = excluded.pairs, started_at = excluded.started_at
         where t.person_id = excluded.person_id and t.is_passed is null and ${lacksPhoto}`,
      [trialId, userId, JSON.stringify(drawn.map(shuffled)), now.toISOString()],
    );
    const [trial] = await this.database.query<Trial>(trialSql, [trialId, userId]);
    if (!trial) throw trialUnknown();
    return { trialId, lookMs: 2 * this.settings.minLookMs, pairs: trial.pairs };
  }

  /** @throws DomainError `NOT_FOUND`, `VALIDATION_FAILED` or `TOO_FAST`; none of them uses up the trial */
  @RpcHandler(rpc.judgeTrial)
  judge({ userId, trialId, photoIds }: Sent<typeof rpc.judgeTrial>) {
    return this.database.transaction(async ({ session }) => {
      const [trial] = await session.query<Trial>(`${trialSql} for update`, [trialId, userId]);
      if (!trial) throw trialUnknown();
      const isPassed = judge(trial, photoIds, { now: this.clock(), minLookMs: this.settings.minLookMs });
      await session.query('update assessor_trial set is_passed = $2::boolean where trial_id = $1', [trialId, isPassed]);
      return { isPassed };
    });
  }
}

/** SQL that is true if a photo of trial `t` is deleted or withheld. Such a trial is drawn again, and never judged. */
const lacksPhoto = `exists (
  select from jsonb_array_elements(t.pairs) pair, jsonb_array_elements(pair) photo
   where exists (select from owner_photo p where p.photo_id = (photo->>'storedPhotoId')::uuid and p.is_deleted)
      or exists (select from withheld_photo w where w.photo_id = (photo->>'storedPhotoId')::uuid))`;

const trialSql = `select pairs, started_at as "startedAt", is_passed as "isPassed", ${lacksPhoto} as "lacksPhoto"
  from assessor_trial t where trial_id = $1 and person_id = $2`;

const trialUnknown = () => new DomainError('NOT_FOUND', 'This trial is over. Please start another one.');

function shuffled({ fine, bad }: { fine: PhotoId; bad: PhotoId }): TrialPair {
  const [one, other] = [
    { photoId: randomUUID() as PhotoId, storedPhotoId: fine, isFine: true },
    { photoId: randomUUID() as PhotoId, storedPhotoId: bad, isFine: false },
  ];
  return randomInt(2) === 0 ? [one, other] : [other, one];
}

/** Returns true if every choice is right. If the trial was answered before, returns the first result. */
function judge(
  { pairs, startedAt, isPassed, lacksPhoto }: Trial,
  photoIds: readonly PhotoId[],
  { now, minLookMs }: { now: Date; minLookMs: number },
): boolean {
  if (isPassed !== null) return isPassed;
  if (lacksPhoto) throw trialUnknown();
  const waitMs = startedAt.getTime() + 2 * pairs.length * minLookMs - now.getTime();
  if (waitMs > 0) throw tooFast(waitMs);
  const chosen = pairs.map((pair, place) => pair.find(({ photoId }) => photoId === photoIds[place]));
  if (chosen.includes(undefined))
    throw invalid([{ field: 'photoIds', message: 'Please choose one photo of each pair.' }]);
  return chosen.every((photo) => photo!.isFine);
}

/** Returns the stored photo behind a photo of a trial. The pictures are available until the trial ends. */
export async function trialPicture(
  store: Pick<EventStore, 'pool'>,
  { trialId, photoId, now }: { trialId: string; photoId: PhotoId; now: Date },
) {
  const [row] = await queryPrepared<{ storedPhotoId: PhotoId; startedAt: Date }>(store, {
    name: 'trial-picture',
    text: `select photo->>'storedPhotoId' as "storedPhotoId", t.started_at as "startedAt"
      from assessor_trial t, jsonb_array_elements(t.pairs) pair, jsonb_array_elements(pair) photo
      where t.trial_id = $1 and photo->>'photoId' = $2 and t.is_passed is null
        and not exists (select from withheld_photo w where w.photo_id = (photo->>'storedPhotoId')::uuid)`,
    values: [trialId, photoId],
  });
  const msLeft = row ? row.startedAt.getTime() + TRIAL.openMs - now.getTime() : 0;
  return row && msLeft > 0 ? { storedPhotoId: row.storedPhotoId, msLeft } : undefined;
}

export async function removeTrialsBefore(session: SqlSession, before: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `delete from assessor_trial where trial_id in (
       select trial_id from assessor_trial where started_at <= $1::timestamptz limit $2::int) returning trial_id`,
    [before.toISOString(), limit],
  );
  return rows.length;
}
