import type { UnitOfWork } from '@candid/event-store';
import { ownerStreams } from '../aggregates.js';
import { assessmentOfPhoto, runningProfileOf } from './assessments-of-photo.js';
import type { PhotoSubject } from './photo-subject.js';

/** No assessor sees the photo before it is screened. Emits nothing if it is screened, or known to wait, already. */
export async function awaitScreening(unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> {
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'AwaitScreening', ownerId, photoId, at });
}

/**
 * Assessors may see the photo from now on, unless it is held. A start at the same time meets this in the owner's stream: one of
 * the two is decided after the other. Emits nothing if it was screened before.
 */
export async function recordScreened(unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> {
  const owner = await unit.load(ownerStreams, ownerId);
  if (owner.decide({ type: 'RecordScreening', ownerId, photoId, at }).length === 0) return;
  (await assessmentOfPhoto(unit, owner, photoId))?.decide({ type: 'RecordPhotoScreened', photoId, at });
  (await runningProfileOf(unit, owner))?.decide({ type: 'RecordProfilePhotoScreened', photoId, at });
}
