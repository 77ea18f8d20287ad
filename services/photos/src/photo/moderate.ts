import type { CommandOf, ModerationCommand } from './commands.js';
import { isCropWanted, isHeld, isRemoved, legalHoldsOf, type Moderation } from './moderation.js';
import { type DeletedPhoto, type KeptPhoto, type PhotoEvent, purgeDueOf } from './photo.js';

/** Never rejects a decision of moderation. Decisions may arrive late, twice, or after the photo's deletion. */
export function moderate(command: ModerationCommand, photo: KeptPhoto | DeletedPhoto): PhotoEvent[] {
  const { moderation } = photo;
  const hasPictures = photo.status === 'kept' || photo.isInQuarantine || legalHoldsOf(moderation).length > 0;
  // Moderation cannot change a photo that has no pictures left.
  if (!hasPictures) return [];
  switch (command.type) {
    case 'HoldPhoto':
      return hold(moderation, command);
    case 'ReleasePhoto':
      return release(moderation, command);
    case 'RemovePhoto': {
      const { type: _, ...removal } = command;
      if (isKnown(moderation, removal.statementId)) return [];
      return [{ type: 'PhotoRemoved', data: removal }];
    }
    case 'CloseCase': {
      if (photo.status === 'kept') return [];
      const { caseId, decidedAt } = command;
      return release(moderation, { type: 'ReleasePhoto', caseId, releasedAt: decidedAt });
    }
    case 'WantCrop': {
      const { statementId, decidedAt } = command;
      if (isKnown(moderation, statementId)) return [];
      return [{ type: 'CropWanted', data: { statementId, decidedAt } }];
    }
    case 'UndoDecision':
      return undo(moderation, command);
    case 'ReleaseLegalHold': {
      const { caseId, releasedAt } = command;
      if (!legalHoldsOf(moderation).includes(caseId)) return [];
      return [{ type: 'LegalHoldReleased', data: { caseId, releasedAt } }];
    }
    case 'KeepForAppeal': {
      const { statementId } = command;
      const isOver = [...moderation.undone, ...moderation.decidedAppeals].includes(statementId);
      if (isOver || moderation.openAppeals.includes(statementId)) return [];
      return [{ type: 'RemovalAppealed', data: { statementId } }];
    }
    case 'EndAppeal': {
      const { statementId, decidedAt } = command;
      if (moderation.decidedAppeals.includes(statementId)) return [];
      return [{ type: 'RemovalAppealDecided', data: { statementId, decidedAt } }];
    }
    case 'PurgePictures':
      return purge(photo, command);
    default:
      return command satisfies never;
  }
}

function hold(moderation: Moderation, { caseId, heldAt }: CommandOf<'HoldPhoto'>): PhotoEvent[] {
  const { heldAt: last, holdEndedAt } = moderation;
  const isOver = holdEndedAt !== null && heldAt <= holdEndedAt;
  if (isOver || (last !== null && heldAt <= last)) return [];
  return [{ type: 'PhotoHeld', data: { caseId, heldAt } }];
}

/** Records the release even if no hold is known, because the hold may arrive later. */
function release({ holdEndedAt }: Moderation, { caseId, releasedAt }: CommandOf<'ReleasePhoto'>): PhotoEvent[] {
  if (holdEndedAt !== null && releasedAt <= holdEndedAt) return [];
  return [{ type: 'PhotoHoldReleased', data: { caseId, releasedAt } }];
}

const isKnown = ({ removals, wantedCrops, undone }: Moderation, statementId: string): boolean =>
  undone.includes(statementId) ||
  wantedCrops.includes(statementId) ||
  removals.some((removal) => removal.statementId === statementId);

/** Records the undoing even if the decision is not known, because the decision may arrive later. */
function undo(moderation: Moderation, command: CommandOf<'UndoDecision'>): PhotoEvent[] {
  const { statementId, undoneAt, effect } = command;
  if (moderation.undone.includes(statementId)) return [];
  if (effect === 'crop') {
    const isWanted = isCropWanted({
      ...moderation,
      wantedCrops: moderation.wantedCrops.filter((wanted) => wanted !== statementId),
    });
    return [{ type: 'CropNoLongerWanted', data: { statementId, undoneAt, isWanted } }];
  }
  const others = moderation.removals.filter((removal) => removal.statementId !== statementId);
  return [{ type: 'PhotoRestored', data: { statementId, undoneAt, isRemoved: others.length > 0 } }];
}

/** Deletes a removed photo together with its pictures, because it cannot be restored without them. */
function purge(photo: KeptPhoto | DeletedPhoto, { now, retentionMs }: CommandOf<'PurgePictures'>): PhotoEvent[] {
  const { photoId, userId, moderation } = photo;
  const due = purgeDueOf(photo, retentionMs);
  if (due === null || due > now || (photo.status === 'kept' && !isRemoved(moderation))) return [];
  const purged: PhotoEvent = { type: 'PicturesPurged', data: { photoId, purgedAt: now.toISOString() } };
  if (photo.status === 'deleted') return [purged];
  return [{ type: 'PhotoDeleted', data: { photoId, userId, isInQuarantine: true } }, purged];
}

/** Returns true if a case keeps the photo's pictures beyond its deletion. */
export const isNeededByCase = (moderation: Moderation): boolean => isHeld(moderation) || isRemoved(moderation);
