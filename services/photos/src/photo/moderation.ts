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

/** Decisions of moderation about a photo. They arrive in any order: each is judged by its own time or statement. */
export interface Moderation {
  heldAt: string | null;
  /** Time of the latest release, or of the latest decision that ended a hold. */
  holdEndedAt: string | null;
  removals: readonly Removal[];
  /** Ids of the cases that no longer keep a copy: the legal hold was released, or its decision undone. */
  endedLegalHolds: readonly string[];
  /** Ids of the statements that ask for another crop. */
  wantedCrops: readonly string[];
  /** Ids of the statements whose decision was undone. Such a decision has no effect, even if it arrives later. */
  undone: readonly string[];
  /** Ids of the statements with an open appeal. */
  openAppeals: readonly string[];
  decidedAppeals: readonly string[];
  /** Time of the latest release, decision or undoing. */
  changedAt: string | null;
  isPurged: boolean;
}

export const noModeration: Moderation = {
  heldAt: null,
  holdEndedAt: null,
  removals: [],
  endedLegalHolds: [],
  wantedCrops: [],
  undone: [],
  openAppeals: [],
  decidedAppeals: [],
  changedAt: null,
  isPurged: false,
};

export const isHeld = ({ heldAt, holdEndedAt }: Moderation): boolean =>
  heldAt !== null && (holdEndedAt === null || holdEndedAt < heldAt);

export const isRemoved = ({ removals }: Moderation): boolean => removals.length > 0;
export const isCropWanted = ({ wantedCrops }: Moderation): boolean => wantedCrops.length > 0;

/** Returns the ids of the cases that keep a copy under a legal hold. */
export const legalHoldsOf = ({ removals }: Moderation): string[] =>
  removals.filter(({ isPassedOn }) => isPassedOn).map(({ caseId }) => caseId);

/** The place of a photo's pictures: with the others, in quarantine, or nowhere. */
export type PicturePlace = 'photos' | 'removed' | 'nowhere';

/**
 * Returns the time at which pictures in quarantine are deleted: `retentionMs` after the latest change, and not before
 * `reportableUntil`. Returns null without either, during a hold or an open appeal, and after the purge.
 */
export function purgeDueAt(moderation: Moderation, retentionMs: number, reportableUntil: Date | null): Date | null {
  const { changedAt, openAppeals, isPurged } = moderation;
  if (openAppeals.length > 0 || isHeld(moderation) || isPurged) return null;
  if (changedAt === null) return reportableUntil;
  const due = Date.parse(changedAt) + retentionMs;
  return new Date(Math.max(due, reportableUntil?.getTime() ?? due));
}

export function evolveModeration(state: Moderation, event: ModerationEvent): Moderation {
  switch (event.type) {
    case 'PhotoHeld':
      return { ...state, heldAt: event.data.heldAt };
    case 'PhotoHoldReleased':
      return endHold(state, event.data.releasedAt);
    case 'PhotoRemoved':
      return { ...endHold(state, event.data.decidedAt), removals: [...state.removals, event.data] };
    case 'CropWanted':
      return {
        ...endHold(state, event.data.decidedAt),
        wantedCrops: [...state.wantedCrops, event.data.statementId],
      };
    case 'PhotoRestored':
    case 'CropNoLongerWanted':
      return undo(state, event.data);
    case 'LegalHoldReleased':
      return releaseLegalHold(state, event.data.caseId);
    case 'RemovalAppealed':
      return { ...state, openAppeals: [...state.openAppeals, event.data.statementId] };
    case 'RemovalAppealDecided':
      return {
        ...state,
        openAppeals: state.openAppeals.filter((statementId) => statementId !== event.data.statementId),
        decidedAppeals: [...state.decidedAppeals, event.data.statementId],
      };
    case 'PicturesPurged':
      return { ...state, isPurged: true };
    default:
      return event satisfies never;
  }
}

const endHold = (state: Moderation, at: string): Moderation => ({
  ...state,
  holdEndedAt: latest(state.holdEndedAt, at),
  changedAt: latest(state.changedAt, at),
});

function undo(state: Moderation, { statementId, undoneAt }: { statementId: string; undoneAt: string }): Moderation {
  const undone = state.removals.filter((removal) => removal.statementId === statementId);
  return {
    ...state,
    removals: state.removals.filter((removal) => removal.statementId !== statementId),
    endedLegalHolds: [...state.endedLegalHolds, ...legalHoldsOf({ ...state, removals: undone })],
    wantedCrops: state.wantedCrops.filter((wanted) => wanted !== statementId),
    openAppeals: state.openAppeals.filter((appealed) => appealed !== statementId),
    undone: [...state.undone, statementId],
    changedAt: latest(state.changedAt, undoneAt),
  };
}

const releaseLegalHold = (state: Moderation, caseId: string): Moderation => ({
  ...state,
  removals: state.removals.map((removal) => (removal.caseId === caseId ? { ...removal, isPassedOn: false } : removal)),
  endedLegalHolds: [...state.endedLegalHolds, caseId],
});

/** Times in events are ISO 8601 in UTC, so they compare as text. */
const latest = (one: string | null, other: string): string => (one !== null && one > other ? one : other);
