import type { UnitOfWork } from '@candid/event-store';
import { ownerStreams } from '../aggregates.js';
import { assessmentOfPhoto, runningProfileOf } from './assessments-of-photo.js';
import type { PhotoSubject } from './photo-subject.js';

/**
 * Hides the photo from assessors until it is screened. Emits nothing if it is already screened or awaiting screening.
 */
export async function awaitScreening(unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> {
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'AwaitScreening', ownerId, photoId, at });
}

/**
 * Shows the photo to assessors, unless it is held. The owner's stream orders this command and a concurrent start. Emits
 * nothing if the photo was screened before.
 */
export async function recordScreened(unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> {
  const owner = await unit.load(ownerStreams, ownerId);
  if (owner.decide({ type: 'RecordScreening', ownerId, photoId, at }).length === 0) return;
  (await assessmentOfPhoto(unit, owner, photoId))?.decide({ type: 'RecordPhotoScreened', photoId, at });
  (await runningProfileOf(unit, owner))?.decide({ type: 'RecordProfilePhotoScreened', photoId, at });
}
