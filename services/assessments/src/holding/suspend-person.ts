import type { UnitOfWork } from '@candid/event-store';
import { ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { endPhoto } from '../photo-assessment/end-assessment.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';
import { runningProfileOf } from './assessments-of-photo.js';
import { giveUpStart } from './hold-photo.js';

export interface Suspension {
  userId: string;
  /** Null for one without an end. */
  until: string | null;
  at: string;
}

/**
 * All that runs for the person ends with refunds, starts that wait are given up, and none is accepted until the time is over.
 * Whoever holds a slot on it may still submit: the rating is paid and not counted. Emits nothing if it is so already.
 */
export async function suspendPerson(unit: UnitOfWork, { userId: ownerId, until, at }: Suspension): Promise<void> {
  const owner = await unit.load(ownerStreams, ownerId);
  if (owner.decide({ type: 'Suspend', ownerId, until, at }).length === 0) return;
  const { openStarts, pool, profileRound } = owner.state;
  for (const photoAssessmentId of Object.keys(openStarts)) {
    giveUpStart(await unit.load(photoAssessmentStreams, photoAssessmentId), owner, at);
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
    // Held first: nobody who rates now works for nothing.
    for (const { photoId } of running) photoAssessment.decide({ type: 'HoldAssessedPhoto', photoId, at });
    for (const { photoId } of running)
      endPhoto({ userId: ownerId, photoId, isRemoved: false }, photoAssessment, owner, at);
  }
}

/** Starts are accepted again; what has ended stays ended. Emits nothing for somebody who is not suspended. */
export async function reinstatePerson(
  unit: UnitOfWork,
  { userId: ownerId, at }: Omit<Suspension, 'until'>,
): Promise<void> {
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'Reinstate', ownerId, at });
}
