import type { CommandOf, ModerationCommand } from './commands.js';
import { isHeld, isRemoved, legalHoldsOf, type Moderation, type ModerationFact } from './moderation.js';
import { type DeletedPhoto, type KeptPhoto, type PhotoEvent, purgeDueOf } from './photo.js';

/** Never rejects a decision of moderation. A decision may arrive late, repeatedly, or after the photo's deletion. */
export function moderate(command: ModerationCommand, photo: KeptPhoto | DeletedPhoto): PhotoEvent[] {
  const { moderation } = photo;
  const hasPictures = photo.status === 'kept' || photo.isInQuarantine || legalHoldsOf(moderation).length > 0;
  // Moderation cannot change a photo that has no pictures left.
  if (!hasPictures) return [];
  switch (command.type) {
    case 'RecordModeration':
      return news(command.fact, moderation);
    case 'CloseCase': {
      if (photo.status === 'kept') return [];
      const { caseId, decidedAt: releasedAt } = command;
      return news({ type: 'PhotoHoldReleased', data: { caseId, releasedAt } }, moderation);
    }
    case 'UndoDecision':
      return undo(moderation, command);
    case 'PurgePictures':
      return purge(photo, command);
    default:
      return command satisfies never;
  }
}

const news = (fact: ModerationFact, moderation: Moderation): PhotoEvent[] => (isNew(fact, moderation) ? [fact] : []);

/** Even a release without a known hold is new, because the hold may arrive later. */
function isNew({ type, data }: ModerationFact, moderation: Moderation): boolean {
  const { heldAt, holdEndedAt, undone, openAppeals, decidedAppeals } = moderation;
  switch (type) {
    case 'PhotoHeld':
      return (heldAt === null || data.heldAt > heldAt) && (holdEndedAt === null || data.heldAt > holdEndedAt);
    case 'PhotoHoldReleased':
      return holdEndedAt === null || data.releasedAt > holdEndedAt;
    case 'PhotoRemoved':
    case 'CropWanted':
      return !isKnown(moderation, data.statementId);
    case 'LegalHoldReleased':
      return legalHoldsOf(moderation).includes(data.caseId);
    case 'RemovalAppealed':
      return ![...undone, ...openAppeals, ...decidedAppeals].includes(data.statementId);
    case 'RemovalAppealDecided':
      return !decidedAppeals.includes(data.statementId);
  }
}

const isKnown = ({ removals, wantedCrops, undone }: Moderation, statementId: string): boolean =>
  undone.includes(statementId) ||
  wantedCrops.includes(statementId) ||
  removals.some((removal) => removal.statementId === statementId);

/** Records even the undoing of an unknown decision, because the decision may arrive later. */
function undo(moderation: Moderation, command: CommandOf<'UndoDecision'>): PhotoEvent[] {
  const { statementId, undoneAt, effect } = command;
  if (moderation.undone.includes(statementId)) return [];
  if (effect === 'crop') {
    const isWanted = moderation.wantedCrops.some((wanted) => wanted !== statementId);
    return [{ type: 'CropNoLongerWanted', data: { statementId, undoneAt, isWanted } }];
  }
  const isStillRemoved = moderation.removals.some((removal) => removal.statementId !== statementId);
  return [{ type: 'PhotoRestored', data: { statementId, undoneAt, isRemoved: isStillRemoved } }];
}

/** Deletes a removed photo together with its pictures, because it cannot be restored without pictures. */
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
