import { randomUUID } from 'node:crypto';
import {
  type CasePhoto,
  MODERATION,
  type PhotoId,
  type RequestContext,
  photosRpc as rpc,
  type UserId,
} from '@candid/contracts';
import { addSupportAct, addWorkItem, Commands, DomainError, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { photoStreams } from '../photo/change-photo.js';
import { legalHoldsOf } from '../photo/moderation.js';
import { type DeletedPhoto, type KeptPhoto, photoIdOfStream, placeOfPictures, purgeDueOf } from '../photo/photo.js';
import { prefixOfEvidence, prefixOfPhoto, prefixOfRemoved } from '../pictures/object-keys.js';
import { PhotoLinks } from '../pictures/photo-links.js';
import { placePicturesItem } from '../pictures/place-pictures.js';

type KnownPhoto = KeptPhoto | DeletedPhoto;

type State = CasePhoto['state'];

@Controller()
export class CasePhotos {
  constructor(
    private readonly commands: Commands,
    private readonly links: PhotoLinks,
    private readonly database: Database,
  ) {}

  @RpcHandler(rpc.getCasePreviews)
  async getCasePreviews({ photoIds }: Sent<typeof rpc.getCasePreviews>) {
    const previews = await this.database.query<{ photoId: PhotoId; preview: string }>(
      `select photo_id as "photoId", preview from photo join photo_preview using (photo_id)
        where photo_id = any ($1::uuid[]) and not is_removed`,
      [photoIds],
    );
    return { previews };
  }

  /** Reads the events, because read models omit deleted photos. Returns no links to photos under a legal hold. */
  @RpcHandler(rpc.getCasePhotos)
  async getCasePhotos({ photoIds }: Sent<typeof rpc.getCasePhotos>) {
    const photos = await Promise.all([...new Set(photoIds)].map((photoId) => this.load(photoId)));
    return { photos: photos.flatMap((photo) => (photo ? [this.shown(photo, stateOf(photo))] : [])) };
  }

  /** Returns the copy that the case keeps under a legal hold; null if the case keeps none. */
  @RpcHandler(rpc.getEvidencePhoto)
  async getEvidencePhoto({ caseId, photoId }: Sent<typeof rpc.getEvidencePhoto>) {
    const photo = await this.load(photoId);
    if (!photo || !legalHoldsOf(photo.moderation).includes(caseId)) return { photo: null };
    return { photo: this.shown(photo, 'legal-hold', prefixOfEvidence(caseId, photoId)) };
  }

  private async load(photoId: PhotoId): Promise<KnownPhoto | undefined> {
    const { state } = await this.commands.load(photoStreams, photoId);
    return state.status === 'absent' ? undefined : state;
  }

  private shown(photo: KnownPhoto, state: State, prefix = prefixOf(photo.photoId, state)): CasePhoto {
    const due = state === 'removed' ? purgeDueOf(photo, MODERATION.retentionMs) : null;
    return {
      photoId: photo.photoId as PhotoId,
      userId: photo.userId as UserId,
      state,
      renditions: prefix === undefined ? [] : this.links.forModerators(prefix),
      uploadedAt: photo.uploadedAt.toISOString(),
      deletedAt: due?.toISOString() ?? null,
    };
  }
}

function stateOf(photo: KnownPhoto): State {
  if (legalHoldsOf(photo.moderation).length > 0) return 'legal-hold';
  const place = placeOfPictures(photo);
  return place === 'nowhere' ? 'gone' : place === 'removed' ? 'removed' : 'kept';
}

function prefixOf(photoId: string, state: State): string | undefined {
  if (state === 'kept') return prefixOfPhoto(photoId);
  return state === 'removed' ? prefixOfRemoved(photoId) : undefined;
}

/** Ends a legal hold when the authority no longer needs the evidence. */
@Controller()
export class ReleaseLegalHold {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.releaseLegalHold)
  async releaseLegalHold({ caseId, reason }: Sent<typeof rpc.releaseLegalHold>, context: RequestContext) {
    const command = commandContext(rpc.releaseLegalHold, context);
    const { requestId } = context;
    const { answer } = await this.commands.executeInTransaction(command, {}, async (unit) => {
      const photoId = await passedOnPhoto(unit.session, caseId);
      const photo = photoId === undefined ? undefined : await unit.load(photoStreams, photoId);
      const data = { caseId, releasedAt: this.clock().toISOString() };
      const [released] = photo?.decide({ type: 'RecordModeration', fact: { type: 'LegalHoldReleased', data } }) ?? [];
      if (photoId === undefined || !released) {
        throw new DomainError('NOT_FOUND', 'No photo is under a legal hold of this case.');
      }
      await addWorkItem(unit.session, placePicturesItem(photoId, released.eventId));
      await addSupportAct(unit.session, {
        ...{ entryId: randomUUID(), message: 'photos.releaseLegalHold', call: null, userId: null, sessionId: null },
        ...{ targets: [caseId, photoId], reason, ticket: null, requestId, ip: null, outcome: 'ok', repeatKey: null },
      });
      return photoId;
    });
    return { photoId: answer };
  }
}

async function passedOnPhoto(session: SqlSession, caseId: string): Promise<PhotoId | undefined> {
  const [row] = await session.query<{ stream_id: string }>(
    `select stream_id from events where type = 'PhotoRemoved' and data ->> 'caseId' = $1 and data ->> 'isPassedOn' = 'true'`,
    [caseId],
  );
  return row && (photoIdOfStream(row.stream_id) as PhotoId | undefined);
}
