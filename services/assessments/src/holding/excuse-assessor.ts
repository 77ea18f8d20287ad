import type { UnitOfWork } from '@candid/event-store';
import { blocksStreams, ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { assessmentOfPhoto, runningProfileOf } from './assessments-of-photo.js';

export interface Excuse {
  assessorId: string;
  /** Ids of the person and the photo as the assessor knows them. */
  ownerId: string;
  photoId: string;
  /** Id of the gold showing for a photo of a gold pair, which no owner's stream refers to. */
  goldAssessmentId?: string | undefined;
  at: string;
}

/**
 * Excuses the assessor from the photo: the assessor never sees it again and need not rate it. Releases the slots on the
 * photo and on a profile with it. Emits nothing if the assessor is already excused.
 */
export async function excuseAssessor(unit: UnitOfWork, excuse: Excuse): Promise<void> {
  const { assessorId, ownerId, photoId, goldAssessmentId, at } = excuse;
  const blocks = await unit.load(blocksStreams, assessorId);
  blocks.decide({ type: 'HidePhoto', userId: assessorId, ownerId, photoId, at });
  if (goldAssessmentId !== undefined) {
    const gold = await unit.load(photoAssessmentStreams, goldAssessmentId);
    gold.decide({ type: 'ExcuseAssessor', assessorId, photoId, at });
    return;
  }
  const owner = await unit.load(ownerStreams, ownerId);
  const photoAssessment = await assessmentOfPhoto(unit, owner, photoId);
  photoAssessment?.decide({ type: 'ExcuseAssessor', assessorId, photoId, at });
  const profile = await runningProfileOf(unit, owner);
  if (profile?.state.status === 'known' && profile.state.photoIds.includes(photoId))
    profile.decide({ type: 'ExcuseProfileAssessor', assessorId, at });
}
