import type { UnitOfWork } from '@candid/event-store';
import { blocksStreams, ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { assessmentOfPhoto, runningProfileOf } from './assessments-of-photo.js';

export interface Excuse {
  assessorId: string;
  /** As the assessor knows the person and the photo. */
  ownerId: string;
  photoId: string;
  /** Of the showing, for a photo of a pair with an obvious answer: no owner's stream leads to it. */
  goldAssessmentId?: string | undefined;
  at: string;
}

/**
 * The assessor never sees the photo again and need not rate it: slots on it and on a profile with it are released. Emits
 * nothing if it is so already.
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
