import type { PhotoCommand, PlannerAdmission } from '../../photo/domain/commands.js';
import { photoDecider } from '../../photo/domain/decide.js';
import type { PhotoEvent } from '../../photo/domain/events.js';
import type { PhotoState } from '../../photo/domain/state.js';
import { ownerDecider } from './decide.js';
import type { OwnerEvent } from './events.js';
import { hasFirstTested, hasMadeFirstProfile, type OwnerState } from './state.js';

/** A command that may depend on how far the photo's owner is. */
export type CommandOfPlanner = (planner: PlannerAdmission) => PhotoCommand;

export interface JointDecision {
  photoEvents: PhotoEvent[];
  ownerEvents: OwnerEvent[];
}

/**
 * Decides on a photo and its owner together. The first move into the planner writes both streams: of two first moves at
 * once only one finds the owner's stream as it was, and the other is decided again.
 */
export function decideWithOwner(
  command: CommandOfPlanner,
  photo: PhotoState,
  owner: OwnerState,
  ratingsMin: number,
): JointDecision {
  const planner = {
    hasFirstTested: hasFirstTested(owner),
    hasMadeFirstProfile: hasMadeFirstProfile(owner),
    ratingsMin,
  };
  const photoEvents = photoDecider.decide(command(planner), photo);
  const ownerEvents = photoEvents.flatMap((event) =>
    event.type === 'PhotoPlacedInProfile' && event.data.wasFirstProfileSet
      ? ownerDecider.decide({ type: 'MakeFirstProfile', photoId: event.data.photoId }, owner)
      : [],
  );
  return { photoEvents, ownerEvents };
}
