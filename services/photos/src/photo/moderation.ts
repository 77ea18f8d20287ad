/** Decisions of moderation about a photo, from the assessments service. Times are those of the decisions. */
export type ModerationEvent =
  | { type: 'PhotoHeld'; data: { caseId: string; heldAt: string } }
  | { type: 'PhotoHoldReleased'; data: { caseId: string; releasedAt: string } }
  | { type: 'PhotoRemoved'; data: Removal }
  /** `isRemoved` is true if another decision than the undone one still removes the photo. */
  | { type: 'PhotoRestored'; data: { statementId: string; undoneAt: string; isRemoved: boolean } }
  | { type: 'CropWanted'; data: { statementId: string; decidedAt: string } }
  /** `isWanted` is true if another decision still asks for a crop. */
  | { type: 'CropNoLongerWanted'; data: { statementId: string; undoneAt: string; isWanted: boolean } }
  /** The case no longer keeps its copy of the pictures. The photo stays removed. */
  | { type: 'LegalHoldReleased'; data: { caseId: string; releasedAt: string } }
  | { type: 'RemovalAppealed'; data: { statementId: string } }
  | { type: 'RemovalAppealDecided'; data: { statementId: string; decidedAt: string } }
  /** The pictures in quarantine are deleted for good. Pictures under a legal hold stay. */
  | { type: 'PicturesPurged'; data: { photoId: string; purgedAt: string } };

export interface Removal {
  caseId: string;
  statementId: string;
  /** True if the case was passed on as possible illegal content: a copy of the pictures stays under a legal hold. */
  isPassedOn: boolean;
  decidedAt: string;
}

/** Decisions from another service. New ones are recorded unchanged. */
export type ModerationFact = Exclude<
  ModerationEvent,
  { type: 'PhotoRestored' | 'CropNoLongerWanted' | 'PicturesPurged' }
>;

/** Decisions of moderation about a photo. They arrive in any order, so times and ids tell which are new. */
export interface Moderation {
  heldAt: string | null;
  /** Time of the latest release, or of the latest decision that ended a hold. */
  holdEndedAt: string | null;
  removals: readonly Removal[];
  /** Ids of the cases whose copy is no longer kept: the legal hold was released, or the decision undone. */
  endedLegalHolds: readonly string[];
  /** Ids of statements that ask for another crop. */
  wantedCrops: readonly string[];
  /** Ids of statements whose decision was undone. A decision that arrives after its undoing has no effect. */
  undone: readonly string[];
  /** Ids of statements with an open appeal. */
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

/** Returns the ids of cases that keep a copy of the pictures under a legal hold. */
export const legalHoldsOf = ({ removals }: Moderation): string[] =>
  removals.filter(({ isPassedOn }) => isPassedOn).map(({ caseId }) => caseId);

/** The place of a photo's pictures: the usual folder, the quarantine, or nowhere. */
export type PicturePlace = 'photos' | 'removed' | 'nowhere';

/**
 * Returns the time at which pictures in quarantine are deleted: `retentionMs` after the latest change, and not before
 * `reportableUntil`. Returns null if neither time is known, during a hold or an open appeal, and after the purge.
 */
export function purgeDueAt(moderation: Moderation, retentionMs: number, reportableUntil: Date | null): Date | null {
  const { changedAt, openAppeals, isPurged } = moderation;
  if (openAppeals.length > 0 || isHeld(moderation) || isPurged) return null;
  if (changedAt === null) return reportableUntil;
  const due = Date.parse(changedAt) + retentionMs;
  return new Date(Math.max(due, reportableUntil?.getTime() ?? due));
}

type DataOf<Type> = Extract<ModerationEvent, { type: Type }>['data'];

const EVOLVE: { [Type in ModerationEvent['type']]: (state: Moderation, data: DataOf<Type>) => Moderation } = {
  PhotoHeld: (state, { heldAt }) => ({ ...state, heldAt }),
  PhotoHoldReleased: (state, { releasedAt }) => endHold(state, releasedAt),
  PhotoRemoved: (state, removal) => ({
    ...endHold(state, removal.decidedAt),
    removals: [...state.removals, removal],
  }),
  CropWanted: (state, { statementId, decidedAt }) => ({
    ...endHold(state, decidedAt),
    wantedCrops: [...state.wantedCrops, statementId],
  }),
  PhotoRestored: undo,
  CropNoLongerWanted: undo,
  LegalHoldReleased: (state, { caseId }) => releaseLegalHold(state, caseId),
  RemovalAppealed: (state, { statementId }) => ({ ...state, openAppeals: [...state.openAppeals, statementId] }),
  RemovalAppealDecided: (state, { statementId }) => ({
    ...state,
    openAppeals: state.openAppeals.filter((appealed) => appealed !== statementId),
    decidedAppeals: [...state.decidedAppeals, statementId],
  }),
  PicturesPurged: (state) => ({ ...state, isPurged: true }),
};

export const isModerationEvent = <Event extends { type: string }>(
  event: Event | ModerationEvent,
): event is ModerationEvent => Object.hasOwn(EVOLVE, event.type);

export const evolveModeration = <Type extends ModerationEvent['type']>(
  state: Moderation,
  { type, data }: { type: Type; data: DataOf<Type> },
): Moderation => EVOLVE[type](state, data);

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
