import type { EventMetadata, NewEvent, RecordedEvent, StreamAppend } from '@candid/event-store';
import { ownerDecider } from '../domain/owner/decide.js';
import type { OwnerEvent } from '../domain/owner/events.js';
import type { OwnerState } from '../domain/owner/state.js';
import { photoDecider } from '../domain/photo/decide.js';
import type { PhotoEvent } from '../domain/photo/events.js';
import type { PhotoState } from '../domain/photo/state.js';
import { type CommandOfPlanner, decideWithOwner } from '../domain/planner.js';
import { ownerStream, photoStream } from '../domain/streams.js';

export type LoadStream = (streamId: string) => Promise<RecordedEvent[]>;

export interface History<State> {
  streamId: string;
  version: number;
  state: State;
}

export async function loadPhoto(load: LoadStream, photoId: string): Promise<History<PhotoState>> {
  const events = await load(photoStream(photoId));
  const state = (events as unknown as PhotoEvent[]).reduce(photoDecider.evolve, photoDecider.initialState());
  return { streamId: photoStream(photoId), version: events.length, state };
}

export async function loadOwner(load: LoadStream, userId: string): Promise<History<OwnerState>> {
  const events = await load(ownerStream(userId));
  const state = (events as unknown as OwnerEvent[]).reduce(ownerDecider.evolve, ownerDecider.initialState());
  return { streamId: ownerStream(userId), version: events.length, state };
}

/** What of a stream is to be appended; nothing where nothing was decided. */
export function appendOf({ streamId, version }: History<unknown>, events: NewEvent[]): StreamAppend[] {
  return events.length === 0 ? [] : [{ streamId, expectedVersion: version, events }];
}

export interface PhotoQuestion {
  photoId: string;
  userId: string;
  ratingsMin: number;
  command: CommandOfPlanner;
}

export interface PhotoDecision {
  state: PhotoState;
  photoEvents: PhotoEvent[];
  streams: StreamAppend[];
}

/** Loads the photo and its owner and decides; `state` is the photo's after the events. */
export async function decideOnPhoto(
  load: LoadStream,
  { photoId, userId, ratingsMin, command }: PhotoQuestion,
): Promise<PhotoDecision> {
  const photo = await loadPhoto(load, photoId);
  const owner = await loadOwner(load, userId);
  const { photoEvents, ownerEvents } = decideWithOwner(command, photo.state, owner.state, ratingsMin);
  return {
    state: photoEvents.reduce(photoDecider.evolve, photo.state),
    photoEvents,
    streams: [...appendOf(photo, photoEvents), ...appendOf(owner, ownerEvents)],
  };
}

/** What an integration event caused carries on its correlation. */
export function metadataOf(cause: {
  eventId: string;
  correlationId: string;
  actor?: string | undefined;
  traceparent?: string | undefined;
}): EventMetadata {
  return {
    correlationId: cause.correlationId,
    causationId: cause.eventId,
    ...(cause.actor && { actor: cause.actor }),
    ...(cause.traceparent && { traceparent: cause.traceparent }),
  };
}
