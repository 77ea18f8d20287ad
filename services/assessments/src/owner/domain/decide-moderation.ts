import type { OwnerCommand } from './commands.js';
import { accountSuspended, cropWanted, photoHeld, photoUnknown } from './errors.js';
import type { OwnerEvent } from './events.js';
import { isSuspended, type OwnerState } from './state.js';

const MODERATION = [
  'HoldPhoto',
  'ReleasePhoto',
  'BarPhoto',
  'RestorePhoto',
  'AwaitScreening',
  'RecordScreening',
  'Suspend',
  'Reinstate',
] as const;
export type ModerationCommand = Extract<OwnerCommand, { type: (typeof MODERATION)[number] }>;

export const isModeration = (command: OwnerCommand): command is ModerationCommand =>
  (MODERATION as readonly string[]).includes(command.type);

/** What moderators and the screening decide about an owner's photos and starts. Emits no event if nothing changes. */
export function decideModeration(command: ModerationCommand, state: OwnerState): OwnerEvent[] {
  const { ownerId, at } = command;
  switch (command.type) {
    case 'Suspend':
      if (isSuspended(state, at) && state.suspension?.until === command.until) return [];
      return [{ type: 'OwnerSuspended', data: { ownerId, until: command.until, suspendedAt: at } }];
    case 'Reinstate':
      return state.suspension === null ? [] : [{ type: 'OwnerReinstated', data: { ownerId, reinstatedAt: at } }];
    default:
      return aboutPhoto(command, state);
  }
}

type PhotoCommand = Exclude<ModerationCommand, { type: 'Suspend' | 'Reinstate' }>;

function aboutPhoto(command: PhotoCommand, state: OwnerState): OwnerEvent[] {
  const { ownerId, photoId, at } = command;
  const photo = { ownerId, photoId };
  const isHeld = state.heldPhotos.includes(photoId);
  const barred = state.barredPhotos[photoId];
  switch (command.type) {
    case 'HoldPhoto':
      return isHeld || barred === 'removed' ? [] : [{ type: 'OwnerPhotoHeld', data: { ...photo, heldAt: at } }];
    case 'ReleasePhoto':
      return isHeld ? [{ type: 'OwnerPhotoReleased', data: { ...photo, releasedAt: at } }] : [];
    case 'BarPhoto': {
      const { how } = command;
      return !isHeld && barred === how ? [] : [{ type: 'OwnerPhotoBarred', data: { ...photo, how, barredAt: at } }];
    }
    case 'RestorePhoto':
      return barred === undefined ? [] : [{ type: 'OwnerPhotoRestored', data: { ...photo, restoredAt: at } }];
    case 'AwaitScreening':
      if (photoId in state.screening) return [];
      return [{ type: 'OwnerPhotoAwaitsScreening', data: { ...photo, awaitedAt: at } }];
    case 'RecordScreening':
      if (state.screening[photoId] === 'done') return [];
      return [{ type: 'OwnerPhotoScreened', data: { ...photo, screenedAt: at } }];
  }
}

/** @throws DomainError ACCOUNT_SUSPENDED */
export function requireActive(state: OwnerState, at: string): void {
  if (isSuspended(state, at)) throw accountSuspended(state.suspension!.until);
}

/** @throws DomainError NOT_FOUND for a removed photo, PHOTO_HELD for one that is held or needs another crop */
export function requireAssessable({ heldPhotos, barredPhotos }: OwnerState, photoIds: readonly string[]): void {
  if (photoIds.some((photoId) => barredPhotos[photoId] === 'removed')) throw photoUnknown();
  if (photoIds.some((photoId) => heldPhotos.includes(photoId))) throw photoHeld();
  if (photoIds.some((photoId) => barredPhotos[photoId] === 'crop')) throw cropWanted();
}
