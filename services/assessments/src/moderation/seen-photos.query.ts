import { MODERATION } from '@candid/contracts';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';

interface SeenPhoto {
  ownerId: string;
  /** Ids of the account and of the stored photo. For a gold pair, they differ from the ids that the assessor sees. */
  accountId: string;
  storedPhotoId: string;
  goldAssessmentId: string | null;
  /** The photo assessment whose slots show whether the assessor had this photo open. */
  photoAssessmentId: string | null;
}

/**
 * $1 is the assessor, $2 the photo id that the assessor sees; openings that end after $3 count. Covers photos of the
 * opened assessments and profiles, benchmarks from the owner's planner, and photos of gold pairs.
 */
const seenSql = `select o.owner_id as "ownerId", coalesce(p.owner_id, o.owner_id) as "accountId",
    coalesce(g.stored_photo_id, $2::text)::uuid as "storedPhotoId",
    case when o.kind = 'gold' then o.subject_id end as "goldAssessmentId", a.photo_assessment_id as "photoAssessmentId"
  from opening o
  left join lateral (select photo->>'storedPhotoId' as stored_photo_id
      from gold_showing s, jsonb_array_elements(s.photos) photo
      where o.kind = 'gold' and s.photo_assessment_id = o.subject_id and photo->>'photoId' = $2::text) g on true
  left join owner_photo p on p.photo_id = coalesce(g.stored_photo_id, $2::text)::uuid
  left join photo_assessment a on a.photo_assessment_id = o.subject_id and a.photo_ids ? $2::text
  where o.assessor_id = $1::uuid and o.expires_at > $3::timestamptz and p.is_deleted is not true
    and (g.stored_photo_id is not null
      or (p.owner_id = o.owner_id and p.in_planner and o.kind <> 'gold')
      or a.photo_assessment_id is not null
      or exists (select from profile_assessment f where f.assessment_id = o.subject_id and f.photo_ids ? $2::text))
  order by o.opened_at desc limit 1`;

/** $1 is the assessor, $2 the deleted photo; openings that end after $3 count. Deleted photos are in no photo list. */
const deletedSql = `select o.owner_id as "ownerId", o.subject_id as "subjectId", o.kind from opening o
    join owner_photo p on p.owner_id = o.owner_id and p.photo_id = $2::uuid and p.is_deleted
  where o.assessor_id = $1::uuid and o.expires_at > $3::timestamptz and o.kind <> 'gold'
  order by o.opened_at desc limit 20`;

/** $1 is the owner, $2 the photo; openings that end after $3 count. */
const reportableSql = `select exists (select from opening o where o.expires_at > $3::timestamptz and o.subject_id in (
    select photo_assessment_id from photo_assessment where owner_id = $1::uuid and photo_ids ? $2::text
    union all select assessment_id from profile_assessment where owner_id = $1::uuid and photo_ids ? $2::text)) as is_reportable`;

/** Openings count for a while after their end, because a slot may expire while its assessor writes a report. */
const endOfSlots = (now: Date): string => new Date(now.getTime() - MODERATION.reportableMs).toISOString();

@Injectable()
export class SeenPhotosQuery {
  constructor(private readonly database: Database) {}

  /** Undefined for a photo that the assessor has not had open within a day, and for a deleted one. */
  async find(assessorId: string, photoId: string, now: Date): Promise<SeenPhoto | undefined> {
    const [row] = await this.database.query<SeenPhoto>(seenSql, [assessorId, photoId, endOfSlots(now)]);
    return row;
  }

  /** The assessor's openings within the last day that may have shown the deleted photo, newest first. */
  openingsOfDeleted(assessorId: string, photoId: string, now: Date) {
    const values = [assessorId, photoId, endOfSlots(now)];
    return this.database.query<{ ownerId: string; subjectId: string; kind: 'photos' | 'profile' }>(deletedSql, values);
  }

  /** Returns true if any assessor has had the photo open within a day. Callers ask before the photo is deleted. */
  async isReportable(ownerId: string, photoId: string, now: Date): Promise<boolean> {
    const values = [ownerId, photoId, endOfSlots(now)];
    const [row] = await this.database.query<{ is_reportable: boolean }>(reportableSql, values);
    return row!.is_reportable;
  }

  async ownerOf(photoId: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ owner_id: string }>(
      'select owner_id from owner_photo where photo_id = $1::uuid and not is_deleted',
      [photoId],
    );
    return row?.owner_id;
  }
}
