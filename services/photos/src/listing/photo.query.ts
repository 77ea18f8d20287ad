import { EventStore } from '@candid/event-store';
import { readSessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import type { Planner } from '../owner/domain/current-profile.js';
import type { Section } from '../photo/domain/events.js';
import { type PhotoPlace, type PhotoView, viewOf } from '../photo/domain/view.js';
import { previewsOf } from '../storage/photo-preview.js';
import { PhotoRow } from './photo.entity.js';
import { decodePhotoCursor, encodePhotoCursor } from './photo-cursor.js';

export type ListedSection = 'testing' | 'profile' | 'bank' | 'rated' | 'unrated';

export interface ListedPhoto {
  view: PhotoView;
  preview: string;
}

const CONDITIONS: Readonly<Record<ListedSection, string>> = {
  testing: "p.section = 'testing'",
  profile: "p.section = 'profile'",
  bank: "p.section = 'bank'",
  rated: "p.section = 'bank' and p.times_rated > 0",
  unrated: "p.section = 'bank' and p.times_rated = 0",
};

type Row = PhotoPlace & { preview: string };

const selectSql = `select p.photo_id as "photoId", p.user_id as "userId", p.section, p.return_to as "returnTo",
    p.photo_assessment_id as "photoAssessmentId", p.times_rated as "timesRated", p.uploaded_at as "uploadedAt",
    p.is_held as "isHeld", p.is_crop_wanted as "isCropWanted", p.faces, coalesce(v.preview, '') as preview
  from photo p left join photo_preview v using (photo_id) where not p.is_removed`;

const sectionSql = (section: ListedSection) => `${selectSql} and p.user_id = $1 and ${CONDITIONS[section]}
    and ($2::timestamptz is null or (p.uploaded_at, p.photo_id) < ($2, $3::uuid))
  order by p.uploaded_at desc, p.photo_id desc limit $4`;

/** A photo in `testing` whose start has not come. The time keeps PostgreSQL's precision. */
export interface WaitingPhoto {
  photoId: string;
  uploadedAt: string;
}

/** Stands before every waiting photo. */
export const BEFORE_WAITING: WaitingPhoto = {
  photoId: '00000000-0000-0000-0000-000000000000',
  uploadedAt: '-infinity',
};

export interface PhotoPage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What every screen asks for are prepared statements. */
@Injectable()
export class PhotoQuery {
  constructor(
    @Inject(MikroORM) private readonly orm: { em: EntityManager },
    private readonly store: EventStore,
  ) {}

  /**
   * Newest first, at most 500 at once; `nextCursor` leads on.
   * @throws DomainError `VALIDATION_FAILED` for a cursor that is none
   */
  async listSection(userId: string, section: ListedSection, { cursor, limit }: PhotoPage = {}) {
    const most = Math.min(limit ?? LIMITS.listedPhotosMax, LIMITS.listedPhotosMax);
    const before = cursor === undefined ? undefined : decodePhotoCursor(cursor);
    const { rows } = await this.store.pool.query<Row>({
      name: `list-photos-${section}`,
      text: sectionSql(section),
      values: [userId, before?.uploadedAt.toISOString() ?? null, before?.photoId ?? null, most + 1],
    });
    const page = rows.slice(0, most);
    const nextCursor = rows.length > most ? encodePhotoCursor(page.at(-1)!) : null;
    return { listed: page.map(listedOf), nextCursor };
  }

  /** All of the user's by id, for the export. */
  async page(userId: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    const after = cursor === undefined ? {} : { photoId: { $gt: cursor } };
    const rows = await this.orm.em
      .fork()
      .find(PhotoRow, { userId, isRemoved: false, ...after }, { orderBy: { photoId: 'asc' }, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? page.at(-1)!.photoId : null;
    return { listed: await this.previews(page.map(viewOf)), nextCursor };
  }

  /** Counts the photos of all sections; the read model may lag behind an upload that is under way. */
  countKept(userId: string): Promise<number> {
    return this.orm.em.fork().count(PhotoRow, { userId, isRemoved: false });
  }

  /** Returns the photos in the order of the ids. Omits unknown, deleted and removed photos. */
  async byIds(photoIds: string[]): Promise<ListedPhoto[]> {
    const { rows } = await this.store.pool.query<Row>({
      name: 'photos-by-id',
      text: `${selectSql} and p.photo_id = any ($1::uuid[])`,
      values: [photoIds],
    });
    const byId = new Map(rows.map((row) => [row.photoId, row]));
    return photoIds.flatMap((photoId) => byId.get(photoId) ?? []).map(listedOf);
  }

  async plannerOf(userId: string): Promise<Planner> {
    const rows = await this.orm.em
      .fork()
      .find(
        PhotoRow,
        { userId, isRemoved: false, $or: [{ section: 'profile' }, { section: 'testing', returnTo: 'profile' }] },
        { fields: ['photoId', 'section'] },
      );
    const idsIn = (section: Section) =>
      new Set(rows.filter((row) => row.section === section).map(({ photoId }) => photoId));
    return { standing: idsIn('profile'), returning: idsIn('testing') };
  }

  /** Photos uploaded before `before` for a test whose start has not come: the oldest after `after`. */
  async waitingSince(before: Date, { after, limit }: { after: WaitingPhoto; limit: number }): Promise<WaitingPhoto[]> {
    return readSessionOf(this.orm).query<WaitingPhoto>(
      `select photo_id as "photoId", uploaded_at::text as "uploadedAt" from photo
        where section = 'testing' and not test_started and uploaded_at <= $1::timestamptz
          and (uploaded_at, photo_id) > ($2::timestamptz, $3::uuid)
        order by uploaded_at, photo_id limit $4::int`,
      [before.toISOString(), after.uploadedAt, after.photoId, limit],
    );
  }

  /** The same photos with their previews, which are empty for those that are gone. */
  async previews(views: PhotoView[]): Promise<ListedPhoto[]> {
    const previews = await previewsOf(
      readSessionOf(this.orm),
      views.map((view) => view.photoId),
    );
    return views.map((view) => ({ view, preview: previews.get(view.photoId) ?? '' }));
  }
}

const listedOf = ({ preview, ...photo }: Row): ListedPhoto => ({ view: viewOf(photo), preview });
