import type { OwnerCommand } from './commands.js';
import { accountSuspended, cropWanted, photoHeld, photoUnknown } from './errors.js';
import type { OwnerEvent } from './events.js';
import { type OwnerState, suspensionOf } from './state.js';

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

/**
 * Decides commands of moderators and the screening about an owner's photos and starts. Emits nothing if nothing
 * changes.
 */
export function decideModeration(command: ModerationCommand, state: OwnerState): OwnerEvent[] {
  const { ownerId, at } = command;
  switch (command.type) {
    case 'Suspend':
      return suspend(command, state);
    case 'Reinstate': {
      const { statementId } = command;
      if (!(statementId in state.suspensions)) return [];
      return [{ type: 'OwnerReinstated', data: { ownerId, statementId, reinstatedAt: at } }];
    }
    default:
      return aboutPhoto(command, state);
  }
}

function suspend(
  { ownerId, statementId, until, at }: Extract<ModerationCommand, { type: 'Suspend' }>,
  { suspensions }: OwnerState,
): OwnerEvent[] {
  if (statementId in suspensions) return [];
  return [{ type: 'OwnerSuspended', data: { ownerId, statementId, until, suspendedAt: at } }];
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
  const suspension = suspensionOf(state, at);
  if (suspension) throw accountSuspended(suspension.until);
}

/** @throws DomainError NOT_FOUND for a removed photo, PHOTO_HELD for a photo that is held or needs another crop */
export function requireAssessable({ heldPhotos, barredPhotos }: OwnerState, photoIds: readonly string[]): void {
  if (photoIds.some((photoId) => barredPhotos[photoId] === 'removed')) throw photoUnknown();
  if (photoIds.some((photoId) => heldPhotos.includes(photoId))) throw photoHeld();
  if (photoIds.some((photoId) => barredPhotos[photoId] === 'crop')) throw cropWanted();
}
