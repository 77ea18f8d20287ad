import { Commands, type NewWorkItem, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import { RENDITION_WIDTHS } from '../imaging/renditions.js';
import { OBJECT_STORAGE } from '../kernel/object-storage.js';
import { photoStreams } from '../photo/change-photo.js';
import { legalHoldsOf } from '../photo/moderation.js';
import { type DeletedPhoto, type KeptPhoto, placeOfPictures } from '../photo/photo.js';
import { prefixOfEvidence, prefixOfOriginal, prefixOfPhoto, prefixOfRemoved, renditionIn } from './object-keys.js';

const PLACE_PICTURES_QUEUE = 'photos-place-pictures';

type PlacePicturesPayload = Pick<KeptPhoto, 'photoId'>;

/** @param causeId id of the event that may change the place of the pictures; each event has its own work item */
export function placePicturesItem(photoId: string, causeId: string): NewWorkItem {
  const payload: PlacePicturesPayload = { photoId };
  return { id: `place-pictures:${photoId}:${causeId}`, queue: PLACE_PICTURES_QUEUE, payload };
}

/**
 * Moves a photo's pictures to the place that the photo's events determine, after each decision of moderation and after its
 * deletion. Work items may repeat, in any order. Pictures are copied before any is removed, so that no crash loses one.
 */
@Injectable()
export class PlacePicturesProcessor implements Processor {
  readonly queue = PLACE_PICTURES_QUEUE;
  readonly waitsOutside = true;

  constructor(
    private readonly commands: Commands,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId } = item.payload as PlacePicturesPayload;
    // Locks this photo's pictures until the transaction ends.
    await session.query(`select pg_advisory_xact_lock(hashtextextended('pictures of ' || $1::text, 0))`, [photoId]);
    const { state } = await this.commands.load(photoStreams, photoId);
    if (state.status === 'absent') return;
    const { wanted, unwanted } = prefixesOf(photoId, state);
    const sources = [...new Set([prefixOfPhoto(photoId), prefixOfRemoved(photoId), ...wanted])];
    for (const prefix of wanted) await this.fill(prefix, sources);
    for (const prefix of unwanted) {
      for (const key of await this.keysIn(prefix)) await this.storage.remove(key);
    }
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
  // The original is removed, because quarantine and evidence hold only renditions.
  const original = place === 'photos' ? [] : [prefixOfOriginal(photo.userId, photoId)];
  return { wanted, unwanted: [...all.filter((prefix) => !wanted.includes(prefix)), ...original] };
}
