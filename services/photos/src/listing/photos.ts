import { type PhotoId, photosRpc as rpc, type StoredPhoto, type UserId } from '@candid/contracts';
import { DomainError, type SqlSession } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import type { OwnThing } from '@candid/platform/messaging';
import { Database } from '@candid/platform/orm';
import { Controller, Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { type PhotoPlace, type PhotoView, viewOf } from '../photo/view.js';
import { PhotoLinks } from '../pictures/photo-links.js';

type ListedSection = Sent<typeof rpc.listPhotos>['section'];

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

@Injectable()
export class PhotoQuery {
  constructor(
    private readonly database: Database,
    private readonly links: PhotoLinks,
  ) {}

  /** Newest first, at most 500 photos per call. @throws DomainError `VALIDATION_FAILED` for an invalid cursor */
  async listSection({ userId, section, cursor, limit }: Sent<typeof rpc.listPhotos>) {
    const most = Math.min(limit ?? LIMITS.listedPhotosMax, LIMITS.listedPhotosMax);
    const before = cursor === undefined ? undefined : decodePhotoCursor(cursor);
    const place = [before?.uploadedAt.toISOString() ?? null, before?.photoId ?? null];
    const rows = await this.database.query<Row>(sectionSql(section), [userId, ...place, most + 1]);
    const page = rows.slice(0, most);
    const nextCursor = rows.length > most ? encodePhotoCursor(page.at(-1)!) : null;
    return { photos: page.map((row) => this.shown(row)), nextCursor };
  }

  /** Counts the photos of all sections. The read model may lag behind a concurrent upload. */
  async countKept(userId: string): Promise<number> {
    const sql = 'select count(*)::int as kept from photo where user_id = $1 and not is_removed';
    return (await this.database.query<{ kept: number }>(sql, [userId]))[0]!.kept;
  }

  /** Returns the photos in the order of the ids. Omits unknown, deleted and removed photos. */
  async byIds(photoIds: string[]): Promise<StoredPhoto[]> {
    const rows = await this.database.query<Row>(`${selectSql} and p.photo_id = any ($1::uuid[])`, [photoIds]);
    const byId = new Map(rows.map((row) => [row.photoId, row]));
    return photoIds.flatMap((photoId) => byId.get(photoId) ?? []).map((row) => this.shown(row));
  }

  /** Adds links and previews to the photos. A preview is empty if the photo no longer exists. */
  async stored(views: PhotoView[]): Promise<StoredPhoto[]> {
    const rows = await this.database.query<{ photoId: string; preview: string }>(
      'select photo_id as "photoId", preview from photo_preview where photo_id = any ($1::uuid[])',
      [views.map((view) => view.photoId)],
    );
    const previews = new Map(rows.map(({ photoId, preview }) => [photoId, preview]));
    return views.map((view) => this.links.storedPhoto(view, previews.get(view.photoId) ?? ''));
  }

  shown({ preview, ...photo }: Row): StoredPhoto {
    return this.links.storedPhoto(viewOf(photo), preview);
  }
}

@Controller()
export class ListPhotos {
  constructor(
    private readonly database: Database,
    private readonly photos: PhotoQuery,
    private readonly links: PhotoLinks,
  ) {}

  @RpcHandler(rpc.listPhotos)
  async listPhotos(request: Sent<typeof rpc.listPhotos>) {
    return this.photos.listSection(request);
  }

  @RpcHandler(rpc.exportPhotos)
  async exportPhotos({ userId, cursor, limit }: Sent<typeof rpc.exportPhotos>) {
    const rows = await this.database.query<Row>(
      `${selectSql} and p.user_id = $1 and ($2::uuid is null or p.photo_id > $2) order by p.photo_id limit $3`,
      [userId, cursor ?? null, limit + 1],
    );
    const page = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? (page.at(-1)!.photoId as PhotoId) : null;
    const photos = page.map((row) => this.photos.shown(row));
    return { photos, nextCursor, linksExpireAt: this.links.expiresAt().toISOString() };
  }

  @RpcHandler(rpc.getPhotos)
  async getPhotos({ photoIds }: Sent<typeof rpc.getPhotos>) {
    return { photos: await this.photos.byIds(photoIds) };
  }
}

export async function findPhoto(session: SqlSession, photoId: string): Promise<OwnThing[]> {
  const sql = `select photo_id as id, user_id as "userId", section as title, uploaded_at as at
    from photo where photo_id = $1::uuid`;
  const rows = await session.query<{ id: string; userId: UserId; title: string; at: Date }>(sql, [photoId]);
  return rows.map(({ at, ...row }) => ({ ...row, kind: 'photo', at: at.toISOString(), requestId: null }));
}

/** The last photo of a page, newest first. The id orders photos of the same millisecond. */
type PageEnd = Pick<PhotoPlace, 'uploadedAt' | 'photoId'>;

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const encodePhotoCursor = ({ uploadedAt, photoId }: PageEnd): string =>
  Buffer.from(`${uploadedAt.toISOString()} ${photoId}`).toString('base64url');

/** @throws DomainError `VALIDATION_FAILED` unless the cursor comes from `encodePhotoCursor` */
export function decodePhotoCursor(cursor: string): PageEnd {
  const [at = '', photoId = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const uploadedAt = new Date(at);
  const isWritten = !Number.isNaN(uploadedAt.getTime()) && uploadedAt.toISOString() === at && /^[1-9]\d{3}-/.test(at);
  if (isWritten && ID.test(photoId) && rest.length === 0) return { uploadedAt, photoId };
  const message = 'This is not a cursor of this list.';
  throw new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
}
