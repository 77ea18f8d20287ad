/** Decisions of moderation, made in another service, about a photo. Times are those of the decisions. */
export type ModerationEvent =
  | { type: 'PhotoHeld'; data: { caseId: string; heldAt: string } }
  | { type: 'PhotoHoldReleased'; data: { caseId: string; releasedAt: string } }
  | { type: 'PhotoRemoved'; data: Removal }
  /** `isRemoved`: another decision still keeps the photo removed. */
  | { type: 'PhotoRestored'; data: { statementId: string; undoneAt: string; isRemoved: boolean } }
  | { type: 'CropWanted'; data: { statementId: string; decidedAt: string } }
  /** `isWanted`: another decision still asks for a crop. */
  | { type: 'CropNoLongerWanted'; data: { statementId: string; undoneAt: string; isWanted: boolean } }
  /** The case keeps its copy no longer. The photo stays removed. */
  | { type: 'LegalHoldReleased'; data: { caseId: string; releasedAt: string } }
  | { type: 'RemovalAppealed'; data: { statementId: string } }
  | { type: 'RemovalAppealDecided'; data: { statementId: string; decidedAt: string } }
  /** The pictures in quarantine are deleted for good. Those under a legal hold stay. */
  | { type: 'PicturesPurged'; data: { photoId: string; purgedAt: string } };

export interface Removal {
  caseId: string;
  statementId: string;
  /** True for possible illegal content that was passed on: a copy of the pictures stays under a legal hold. */
  isPassedOn: boolean;
  decidedAt: string;
}

const MODERATION_EVENT_TYPES = [
  'PhotoHeld',
  'PhotoHoldReleased',
  'PhotoRemoved',
  'PhotoRestored',
  'CropWanted',
  'CropNoLongerWanted',
  'LegalHoldReleased',
  'RemovalAppealed',
  'RemovalAppealDecided',
  'PicturesPurged',
] as const satisfies ModerationEvent['type'][];

export const isModerationEvent = <Event extends { type: string }>(
  event: Event | ModerationEvent,
): event is ModerationEvent => (MODERATION_EVENT_TYPES as readonly string[]).includes(event.type);
