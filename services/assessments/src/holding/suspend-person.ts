import type { UnitOfWork } from '@candid/event-store';
import { blocksStreams } from '../blocks/blocks.js';
import { assessmentOfPhoto, endPhoto } from '../ending/end-assessment.js';
import { ownerStreams } from '../owner/decide.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import { giveUpStart, runningProfileOf } from './hold-photo.js';

interface Suspension {
  userId: string;
  /** Statement id of the decision. Undoing one decision leaves the others in force. */
  statementId: string;
  until: string | null;
  at: string;
}

/**
 * Ends all assessments of the person with refunds, and abandons starts that await their confirmation. Rejects new
 * starts until the suspension ends. An assessor with a slot on one of the photos may still submit: the rating is paid
 * and not counted. Emits nothing if nothing changes.
 */
export async function suspendPerson(
  unit: UnitOfWork,
  { userId: ownerId, statementId, until, at }: Suspension,
): Promise<void> {
  const owner = await unit.load(ownerStreams, ownerId);
  if (owner.decide({ type: 'Suspend', ownerId, statementId, until, at }).length === 0) return;
  const { openStarts, pool, profileRound } = owner.state;
  for (const photoAssessmentId of Object.keys(openStarts)) {
    giveUpStart(await unit.load(photoAssessmentStreams, photoAssessmentId), owner, 'moderation', at);
  }
  const profile = await runningProfileOf(unit, owner);
  if (profileRound && profile?.state.status === 'known') {
    for (const photoId of profile.state.photoIds) profile.decide({ type: 'HoldProfilePhoto', photoId, at });
    await endRunningProfile(unit, owner, { reason: 'moderation', at });
  }
  for (const photoAssessmentId of new Set(Object.values(pool).map((place) => place.photoAssessmentId))) {
    const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
    if (photoAssessment.state.status !== 'started') continue;
    const running = photoAssessment.state.assessments.filter(({ status }) => status === 'running');
    // The photo is held before its assessment ends, so that assessors with a slot are still paid.
    for (const { photoId } of running) photoAssessment.decide({ type: 'HoldAssessedPhoto', photoId, at });
    for (const { photoId } of running)
      endPhoto({ userId: ownerId, photoId, isRemoved: false, isByModeration: true }, photoAssessment, owner, at);
  }
}

/**
 * Lets the person start assessments again, unless another suspension is in force. Ended assessments stay ended. Emits
 * nothing if this decision has not suspended the person.
 */
export async function reinstatePerson(
  unit: UnitOfWork,
  { userId: ownerId, statementId, at }: Omit<Suspension, 'until'>,
): Promise<void> {
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'Reinstate', ownerId, statementId, at });
}

export interface Excuse {
  assessorId: string;
  /** Ids of the person and the photo as the assessor knows them. */
  ownerId: string;
  photoId: string;
  /** Id of the gold showing if the photo belongs to a gold pair. No owner's stream refers to such a photo. */
  goldAssessmentId?: string | undefined;
  at: string;
}

/**
 * Excuses the assessor from the photo: the assessor never sees it again and need not rate it. Releases the slots on the
 * photo and on a profile that contains it. Emits nothing if the assessor is already excused.
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
