import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import type { Planner } from '../owner/domain/current-profile.js';
import type { Section } from '../photo/domain/events.js';
import { type PhotoView, viewOf } from '../photo/domain/view.js';
import { previewsOf } from '../storage/photo-preview.js';
import { PhotoRow } from './photo.entity.js';
import { decodePhotoCursor, encodePhotoCursor, type PhotoPlace } from './photo-cursor.js';

export type ListedSection = 'testing' | 'profile' | 'bank' | 'rated' | 'unrated';

export interface ListedPhoto {
  view: PhotoView;
  preview: string;
}

const CONDITIONS: Readonly<Record<ListedSection, FilterQuery<PhotoRow>>> = {
  testing: { section: 'testing' },
  profile: { section: 'profile' },
  bank: { section: 'bank' },
  rated: { section: 'bank', timesRated: { $gt: 0 } },
  unrated: { section: 'bank', timesRated: 0 },
};

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

const olderThan = ({ uploadedAt, photoId }: PhotoPlace): FilterQuery<PhotoRow> => ({
  $or: [{ uploadedAt: { $lt: uploadedAt } }, { uploadedAt, photoId: { $lt: photoId } }],
});

@Injectable()
export class PhotoQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /**
   * Newest first, at most 500 at once; `nextCursor` leads on.
   * @throws DomainError `VALIDATION_FAILED` for a cursor that is none
   */
  async listSection(userId: string, section: ListedSection, { cursor, limit }: PhotoPage = {}) {
    const most = Math.min(limit ?? LIMITS.listedPhotosMax, LIMITS.listedPhotosMax);
    const rows = await this.orm.em.fork().find(
      PhotoRow,
      {
        $and: [
          { userId, isRemoved: false },
          CONDITIONS[section],
          cursor === undefined ? {} : olderThan(decodePhotoCursor(cursor)),
        ],
      },
      { orderBy: { uploadedAt: 'desc', photoId: 'desc' }, limit: most + 1 },
    );
    const page = rows.slice(0, most);
    const nextCursor = rows.length > most ? encodePhotoCursor(page.at(-1)!) : null;
    return { listed: await this.previews(page.map(viewOf)), nextCursor };
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

  /** Returns the photos in the order of the ids. Omits unknown, deleted and removed photos. */
  async byIds(photoIds: string[]): Promise<ListedPhoto[]> {
    const rows = await this.orm.em.fork().find(PhotoRow, { photoId: { $in: photoIds }, isRemoved: false });
    const byId = new Map(rows.map((row) => [row.photoId, row]));
    return this.previews(photoIds.flatMap((photoId) => byId.get(photoId) ?? []).map(viewOf));
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
