import { Commands, type SqlSession } from '@candid/event-store';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import { RENDITION_WIDTHS } from '../imaging/renditions.js';
import { legalHoldsOf } from '../photo/domain/moderation.js';
import { type DeletedPhoto, type KeptPhoto, placeOfPictures } from '../photo/domain/state.js';
import { photoStreams } from '../photo/photo-decision.js';
import { prefixOfEvidence, prefixOfOriginal, prefixOfPhoto, prefixOfRemoved, renditionIn } from './object-keys.js';
import { OBJECT_STORAGE } from './object-storage.token.js';

/**
 * Moves a photo's pictures to the place that its own events determine. It is idempotent, and works in any order. It
 * makes all copies before it removes anything, so that no crash loses a picture.
 */
@Injectable()
export class PlacePictures {
  constructor(
    private readonly commands: Commands,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
  ) {}

  /** @param session session of a transaction, which locks this photo's pictures until it ends */
  async run(photoId: string, session: SqlSession): Promise<void> {
    await session.query(`select pg_advisory_xact_lock(hashtextextended('pictures of ' || $1::text, 0))`, [photoId]);
    const { state } = await this.commands.load(photoStreams, photoId);
    if (state.status === 'absent') return;
    const { wanted, unwanted } = prefixesOf(photoId, state);
    const sources = [...new Set([prefixOfPhoto(photoId), prefixOfRemoved(photoId), ...wanted])];
    for (const prefix of wanted) await this.fill(prefix, sources);
    for (const prefix of unwanted) await this.empty(prefix);
  }

  private async fill(prefix: string, sources: readonly string[]): Promise<void> {
    const there = await this.keysIn(prefix);
    const missing = RENDITION_WIDTHS.filter((width) => !there.has(renditionIn(prefix, width)));
    for (const width of missing) {
      for (const source of sources) if (await this.copy(renditionIn(source, width), renditionIn(prefix, width))) break;
    }
  }

  private async copy(from: string, to: string): Promise<boolean> {
    const object = from === to ? undefined : await this.storage.get(from);
    if (!object) return false;
    await this.storage.put(to, object.stream, object.contentType);
    return true;
  }

  private async empty(prefix: string): Promise<void> {
    for (const key of await this.keysIn(prefix)) await this.storage.remove(key);
  }

  private async keysIn(prefix: string): Promise<Set<string>> {
    const keys = new Set<string>();
    for await (const { key } of this.storage.list(prefix)) keys.add(key);
    return keys;
  }
}

function prefixesOf(photoId: string, photo: KeptPhoto | DeletedPhoto): { wanted: string[]; unwanted: string[] } {
  const { moderation } = photo;
  const place = placeOfPictures(photo);
  const evidenceOf = (caseIds: readonly string[]) => caseIds.map((caseId) => prefixOfEvidence(caseId, photoId));
  const evidence = evidenceOf(legalHoldsOf(moderation));
  const places = { photos: prefixOfPhoto(photoId), removed: prefixOfRemoved(photoId) };
  const wanted = place === 'nowhere' ? evidence : [...evidence, places[place]];
  const all = [...Object.values(places), ...evidenceOf(moderation.endedLegalHolds)];
  // Neither quarantine nor evidence has the original.
  const original = place === 'photos' ? [] : [prefixOfOriginal(photo.userId, photoId)];
  return { wanted, unwanted: [...all.filter((prefix) => !wanted.includes(prefix)), ...original] };
}
