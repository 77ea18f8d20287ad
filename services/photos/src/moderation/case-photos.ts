import { type CaseId, type CasePhoto, MODERATION, type PhotoId, type UserId } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { legalHoldsOf } from '../photo/domain/moderation.js';
import { type DeletedPhoto, type KeptPhoto, placeOfPictures, purgeDueOf } from '../photo/domain/state.js';
import { photoStreams } from '../photo/photo-decision.js';
import { prefixOfEvidence, prefixOfPhoto, prefixOfRemoved } from '../storage/object-keys.js';
import { PhotoLinks } from '../storage/photo-links.js';

type KnownPhoto = KeptPhoto | DeletedPhoto;
type State = CasePhoto['state'];

/**
 * Returns photos to moderators and the keepers of evidence, wherever the pictures are stored. It reads the events,
 * because read models omit deleted photos.
 */
@Injectable()
export class CasePhotos {
  constructor(
    private readonly commands: Commands,
    private readonly links: PhotoLinks,
  ) {}

  /** Photos under a legal hold have no links here. */
  async list(photoIds: readonly PhotoId[]): Promise<CasePhoto[]> {
    const photos = await Promise.all([...new Set(photoIds)].map((photoId) => this.load(photoId)));
    return photos.flatMap((photo) => {
      if (!photo) return [];
      const state = stateOf(photo);
      const prefix = prefixOf(photo.photoId, state);
      return [this.shown(photo, state, prefix)];
    });
  }

  /** Returns the copy that the case keeps under a legal hold; null if there is none. */
  async evidence(caseId: CaseId, photoId: PhotoId): Promise<CasePhoto | null> {
    const photo = await this.load(photoId);
    if (!photo || !legalHoldsOf(photo.moderation).includes(caseId)) return null;
    return this.shown(photo, 'legal-hold', prefixOfEvidence(caseId, photoId));
  }

  private async load(photoId: PhotoId): Promise<KnownPhoto | undefined> {
    const { state } = await this.commands.load(photoStreams, photoId);
    return state.status === 'absent' ? undefined : state;
  }

  private shown(photo: KnownPhoto, state: State, prefix: string | undefined): CasePhoto {
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
