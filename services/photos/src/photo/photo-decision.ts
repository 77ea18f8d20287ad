import type { Aggregate, Identified, UnitOfWork } from '@candid/event-store';
import type { OwnerCommand } from '../owner/domain/commands.js';
import { ownerDecider } from '../owner/domain/decide.js';
import type { OwnerEvent } from '../owner/domain/events.js';
import { type CommandOfPlanner, decideWithOwner } from '../owner/domain/planner.js';
import type { OwnerState } from '../owner/domain/state.js';
import type { PhotoCommand } from './domain/commands.js';
import { photoDecider } from './domain/decide.js';
import type { PhotoEvent } from './domain/events.js';
import type { PhotoState } from './domain/state.js';
import { ownerStream, photoStream } from './domain/streams.js';

export const photoStreams: Aggregate<PhotoState, PhotoCommand, PhotoEvent> = { ...photoDecider, streamOf: photoStream };
export const ownerStreams: Aggregate<OwnerState, OwnerCommand, OwnerEvent> = { ...ownerDecider, streamOf: ownerStream };

export interface PhotoQuestion {
  photoId: string;
  userId: string;
  ratingsMin: number;
  command: CommandOfPlanner;
}

export interface PhotoDecision {
  /** After the events. */
  state: PhotoState;
  photoEvents: Identified<PhotoEvent>[];
}

/** Decides on the photo together with its owner. */
export async function decideOnPhoto(
  unit: UnitOfWork,
  { photoId, userId, ratingsMin, command }: PhotoQuestion,
): Promise<PhotoDecision> {
  const photo = await unit.load(photoStreams, photoId);
  const owner = await unit.load(ownerStreams, userId);
  const { photoEvents, ownerEvents } = decideWithOwner(command, photo.state, owner.state, ratingsMin);
  owner.record(ownerEvents);
  return { photoEvents: photo.record(photoEvents), state: photo.state };
}
