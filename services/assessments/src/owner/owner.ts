import { PRODUCT } from '@candid/contracts';
import { DomainError } from '@candid/event-store';

interface Place {
  photoAssessmentId: string;
  since: string;
}

interface OpenedStart {
  reservedAt: string;
  photoIds: readonly string[];
  /** Earlier photo assessment and pool entry of each photo assessed before. An abandoned start restores both. */
  before: Readonly<Record<string, { photoAssessmentId: string; place: Place | null }>>;
}

export interface OwnerState {
  firstAssessment: { photoAssessmentId: string; status: 'reserved' | 'running' | 'finished' } | null;
  hasMadeFirstProfile: boolean;
  /** True if a reset has refunded the used tokens of a first assessment, which happens once. */
  hasBeenGivenBack: boolean;
  /** Price limit of a first assessment after a reset: the tokens that the reset returned. Null without a reset. */
  restartTokens: number | null;
  /** The starts that are neither confirmed nor abandoned, by photo assessment id. */
  openStarts: Readonly<Record<string, OpenedStart>>;
  /** Photos that are reserved, being assessed, or completed and not yet put away, by photo id. */
  pool: Readonly<Record<string, Place>>;
  /** Newest photo assessment of every photo that was ever in one and is not deleted, by photo id. */
  photoAssessmentsByPhoto: Readonly<Record<string, string>>;
  profileRound: { profileAssessmentId: string; assessmentId: string } | null;
  heldPhotos: readonly string[];
  /** Photos that a moderator removed or that need another crop, by photo id. */
  barredPhotos: Readonly<Record<string, BarredHow>>;
  /** Screening state by photo id; absent if none is needed. A result may arrive before the upload and is kept. */
  screening: Readonly<Record<string, 'awaited' | 'done'>>;
  /** End of each suspension by statement id; null if it has no end. Each one is in force until it ends or is undone. */
  suspensions: Readonly<Record<string, string | null>>;
}

export const initialState = (): OwnerState => ({
  firstAssessment: null,
  hasMadeFirstProfile: false,
  hasBeenGivenBack: false,
  restartTokens: null,
  openStarts: {},
  pool: {},
  photoAssessmentsByPhoto: {},
  profileRound: null,
  heldPhotos: [],
  barredPhotos: {},
  screening: {},
  suspensions: {},
});

export function evolve(state: OwnerState, event: OwnerEvent): OwnerState {
  switch (event.type) {
    case 'StartReserved': {
      const { photoAssessmentId, photoIds, isFirstAssessment, reservedAt } = event.data;
      return {
        ...state,
        firstAssessment: isFirstAssessment ? { photoAssessmentId, status: 'reserved' } : state.firstAssessment,
        openStarts: {
          ...state.openStarts,
          [photoAssessmentId]: { reservedAt, photoIds, before: placesOf(state, photoIds) },
        },
        pool: { ...state.pool, ...keyed(photoIds, { photoAssessmentId, since: reservedAt }) },
        photoAssessmentsByPhoto: { ...state.photoAssessmentsByPhoto, ...keyed(photoIds, photoAssessmentId) },
      };
    }
    case 'StartTaken': {
      const { photoAssessmentId, takenAt } = event.data;
      const pool = takenAt === undefined ? state.pool : poolAfterStart(state, photoAssessmentId, takenAt);
      return {
        ...withFirst(state, photoAssessmentId, 'running'),
        pool,
        openStarts: without(state.openStarts, [photoAssessmentId]),
      };
    }
    case 'StartReleased': {
      const { photoAssessmentId } = event.data;
      const released = withFirst(withoutPhotoAssessment(state, photoAssessmentId), photoAssessmentId, null);
      return { ...released, openStarts: without(state.openStarts, [photoAssessmentId]) };
    }
    case 'AssessedPhotoReopened': {
      const { photoAssessmentId, photoId, reopenedAt: since } = event.data;
      return { ...state, pool: { ...state.pool, [photoId]: { photoAssessmentId, since } } };
    }
    case 'FirstAssessmentFinished':
      return withFirst(state, event.data.photoAssessmentId, 'finished');
    case 'OnboardingRestarted': {
      const { photoAssessmentId, givenBackTokens, restartTokens } = event.data;
      const restarted = withFirst(state, photoAssessmentId, null);
      const hasBeenGivenBack = state.hasBeenGivenBack || givenBackTokens > 0;
      return {
        ...restarted,
        hasBeenGivenBack,
        restartTokens,
        pool: without(state.pool, photosOf(state.pool, photoAssessmentId)),
      };
    }
    case 'FirstProfileMade':
      return { ...state, hasMadeFirstProfile: true };
    case 'PhotoLeftPool':
      return { ...state, pool: without(state.pool, [event.data.photoId]) };
    case 'ProfileRoundOpened': {
      const { profileAssessmentId, assessmentId } = event.data;
      return { ...state, profileRound: { profileAssessmentId, assessmentId } };
    }
    case 'ProfileRoundClosed':
      return { ...state, profileRound: null };
    case 'PhotoForgotten': {
      const { photoId } = event.data;
      return {
        ...state,
        pool: without(state.pool, [photoId]),
        photoAssessmentsByPhoto: without(state.photoAssessmentsByPhoto, [photoId]),
        heldPhotos: state.heldPhotos.filter((held) => held !== photoId),
        barredPhotos: without(state.barredPhotos, [photoId]),
        screening: without(state.screening, [photoId]),
      };
    }
    case 'OwnerPhotoHeld':
      return { ...state, heldPhotos: [...state.heldPhotos, event.data.photoId] };
    case 'OwnerPhotoReleased':
      return { ...state, heldPhotos: state.heldPhotos.filter((held) => held !== event.data.photoId) };
    case 'OwnerPhotoBarred': {
      const { photoId, how } = event.data;
      const heldPhotos = state.heldPhotos.filter((held) => held !== photoId);
      return { ...state, heldPhotos, barredPhotos: { ...state.barredPhotos, [photoId]: how } };
    }
    case 'OwnerPhotoRestored':
      return { ...state, barredPhotos: without(state.barredPhotos, [event.data.photoId]) };
    case 'OwnerPhotoAwaitsScreening':
      return { ...state, screening: { ...state.screening, [event.data.photoId]: 'awaited' } };
    case 'OwnerPhotoScreened':
      return { ...state, screening: { ...state.screening, [event.data.photoId]: 'done' } };
    case 'OwnerSuspended':
      return { ...state, suspensions: { ...state.suspensions, [event.data.statementId]: event.data.until } };
    case 'OwnerReinstated':
      return { ...state, suspensions: without(state.suspensions, [event.data.statementId]) };
  }
}

export const isSuspended = (state: OwnerState, at: string): boolean => suspensionOf(state, at) !== undefined;

/** The longest suspension in force at `at`; undefined if there is none. */
export function suspensionOf({ suspensions }: OwnerState, at: string): { until: string | null } | undefined {
  const untils = Object.values(suspensions);
  if (untils.includes(null)) return { until: null };
  const until = untils
    .filter((end) => end !== null && end > at)
    .toSorted()
    .at(-1);
  return until ? { until } : undefined;
}

export const unscreenedOf = ({ screening }: OwnerState, photoIds: readonly string[]): string[] =>
  photoIds.filter((photoId) => screening[photoId] === 'awaited');

export const heldOf = ({ heldPhotos }: OwnerState, photoIds: readonly string[]): string[] =>
  photoIds.filter((photoId) => heldPhotos.includes(photoId));

export const knownPhotosOf = (state: OwnerState): string[] => [
  ...new Set([
    ...Object.keys(state.photoAssessmentsByPhoto),
    ...state.heldPhotos,
    ...Object.keys(state.barredPhotos),
    ...Object.keys(state.screening),
  ]),
];

/** The pool after the start: it contains all photos of the start that are not deleted. */
export function poolAfterStart(state: OwnerState, photoAssessmentId: string, since: string): OwnerState['pool'] {
  const reserved = state.openStarts[photoAssessmentId]?.photoIds ?? [];
  const photoIds = reserved.filter((photoId) => state.photoAssessmentsByPhoto[photoId] === photoAssessmentId);
  return { ...state.pool, ...keyed(photoIds, { photoAssessmentId, since }) };
}

function withFirst(state: OwnerState, photoAssessmentId: string, status: 'running' | 'finished' | null): OwnerState {
  if (state.firstAssessment?.photoAssessmentId !== photoAssessmentId) return state;
  return { ...state, firstAssessment: status && { photoAssessmentId, status } };
}

/** Restores the photos of an abandoned start, except those that were deleted or put away meanwhile. */
function withoutPhotoAssessment(state: OwnerState, photoAssessmentId: string): OwnerState {
  const photoIds = photosOf(state.pool, photoAssessmentId);
  const pool = without(state.pool, photoIds);
  const photoAssessmentsByPhoto = without(state.photoAssessmentsByPhoto, photoIds);
  for (const [photoId, before] of Object.entries(state.openStarts[photoAssessmentId]?.before ?? {})) {
    if (state.photoAssessmentsByPhoto[photoId] === photoAssessmentId)
      photoAssessmentsByPhoto[photoId] = before.photoAssessmentId;
    if (photoIds.includes(photoId) && before.place) pool[photoId] = before.place;
  }
  return { ...state, pool, photoAssessmentsByPhoto };
}

function placesOf({ photoAssessmentsByPhoto, pool }: OwnerState, photoIds: readonly string[]): OpenedStart['before'] {
  const assessed = photoIds.filter((photoId) => photoId in photoAssessmentsByPhoto);
  return Object.fromEntries(
    assessed.map((photoId) => [
      photoId,
      { photoAssessmentId: photoAssessmentsByPhoto[photoId]!, place: pool[photoId] ?? null },
    ]),
  );
}

const photosOf = (pool: OwnerState['pool'], photoAssessmentId: string): string[] =>
  Object.keys(pool).filter((photoId) => pool[photoId]?.photoAssessmentId === photoAssessmentId);

const keyed = <Value>(keys: readonly string[], value: Value): Record<string, Value> =>
  Object.fromEntries(keys.map((key) => [key, value]));

const without = <Value>(record: Readonly<Record<string, Value>>, keys: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

export interface OfStart {
  ownerId: string;
  photoAssessmentId: string;
}

export interface OfRound {
  ownerId: string;
  profileAssessmentId: string;
  assessmentId: string;
}

interface OfPhoto {
  ownerId: string;
  photoId: string;
}

interface OfStatement {
  ownerId: string;
  statementId: string;
}

/** Reason why a photo cannot be assessed: a moderator removed it, or asked for another crop. */
export type BarredHow = 'removed' | 'crop';

/**
 * Events that limit an owner's starts, on stream `owner-<userId>`. One append writes them with the photo assessment's
 * events, so that two parallel starts cannot both be the first. Dates are ISO 8601 in UTC and can be compared as text.
 */
export type OwnerEvent =
  | { type: 'StartReserved'; data: OfStart & { photoIds: string[]; isFirstAssessment: boolean; reservedAt: string } }
  /** Photos return to the pool if they left it after the reservation. If there is no `takenAt`, the pool stays as is. */
  | { type: 'StartTaken'; data: OfStart & { takenAt?: string } }
  | { type: 'StartReleased'; data: OfStart }
  /** A completed assessment runs again. The event conflicts on this stream with a concurrent new start of the photo. */
  | { type: 'AssessedPhotoReopened'; data: OfStart & { photoId: string; reopenedAt: string } }
  | { type: 'FirstAssessmentFinished'; data: OfStart }
  | { type: 'OnboardingRestarted'; data: OfStart & { givenBackTokens: number; restartTokens: number } }
  | { type: 'FirstProfileMade'; data: OfPhoto & { madeAt: string } }
  | { type: 'PhotoLeftPool'; data: OfPhoto }
  /** A round of a profile assessment starts. An owner has one running round at a time. */
  | { type: 'ProfileRoundOpened'; data: OfRound }
  | { type: 'ProfileRoundClosed'; data: OfRound }
  /** The photo is deleted: every read model removes its ratings and comments. */
  | { type: 'PhotoForgotten'; data: OfPhoto }
  /** Assessors do not see the photo until the hold ends: its assessments pause, and no start accepts it. */
  | { type: 'OwnerPhotoHeld'; data: OfPhoto & { heldAt: string } }
  | { type: 'OwnerPhotoReleased'; data: OfPhoto & { releasedAt: string } }
  /** A decision bars the photo and ends its hold: the photo cannot be assessed until it is restored. */
  | { type: 'OwnerPhotoBarred'; data: OfPhoto & { how: BarredHow; barredAt: string } }
  | { type: 'OwnerPhotoRestored'; data: OfPhoto & { restoredAt: string } }
  | { type: 'OwnerPhotoAwaitsScreening'; data: OfPhoto & { awaitedAt: string } }
  | { type: 'OwnerPhotoScreened'; data: OfPhoto & { screenedAt: string } }
  /** The owner can start nothing before `until`; null means that the suspension has no end. */
  | { type: 'OwnerSuspended'; data: OfStatement & { until: string | null; suspendedAt: string } }
  /** One suspension is undone; others may still be in force. */
  | { type: 'OwnerReinstated'; data: OfStatement & { reinstatedAt: string } };

export const ownerStreamId = (ownerId: string): string => `owner-${ownerId}`;

export interface ReserveStart extends OfStart {
  type: 'ReserveStart';
  photoIds: string[];
  areStored: boolean;
  /** Photos in `photoIds` that are still being assessed in their newest photo assessment. */
  assessedPhotoIds: string[];
  at: string;
}

export interface TakeStart extends OfStart {
  type: 'TakeStart';
  at: string;
}

/** A command of a moderator or of the screening. */
export type PhotoCommand = OfPhoto & { at: string } & (
    | { type: 'HoldPhoto' | 'ReleasePhoto' | 'RestorePhoto' | 'AwaitScreening' | 'RecordScreening' }
    | { type: 'BarPhoto'; how: BarredHow }
  );

/** `at` (ISO 8601, UTC) is the time of the command or, if the command follows a photo's move, of that move. */
export type OwnerCommand =
  | ReserveStart
  | TakeStart
  | ({ type: 'ReleaseStart' | 'FinishFirstAssessment' } & OfStart)
  | ({ type: 'RecordReopening'; photoId: string; at: string } & OfStart)
  | ({ type: 'RestartOnboarding'; givenBackTokens: number; restartTokens: number } & OfStart)
  | ({ type: 'RecordFirstProfile' | 'RecordPhotoLeft'; at: string } & OfPhoto)
  | ({ type: 'OpenProfileRound'; photoIds: readonly string[]; at: string } & OfRound)
  | ({ type: 'CloseProfileRound' } & OfRound)
  | ({ type: 'ForgetPhoto' } & OfPhoto)
  | PhotoCommand
  | ({ type: 'Suspend'; until: string | null; at: string } & OfStatement)
  | ({ type: 'Reinstate'; at: string } & OfStatement);

export const startUnderWay = (): DomainError =>
  new DomainError('CONFLICT', 'Your first assessment is being started already.');

export const onboardingIncomplete = (): DomainError =>
  new DomainError(
    'ONBOARDING_INCOMPLETE',
    "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner.",
  );

export const wrongFirstPhotoCount = (): DomainError => {
  const message = `Your first assessment takes exactly ${PRODUCT.firstAssessmentPhotos} photos.`;
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'photos', message }]);
};

export const poolFull = (): DomainError =>
  new DomainError('POOL_FULL', `You can assess up to ${PRODUCT.poolPhotosMax} photos at the same time.`);

export const beingAssessed = (): DomainError => new DomainError('CONFLICT', 'This photo is being assessed already.');

export const profileBeingAssessed = (): DomainError =>
  new DomainError('CONFLICT', 'Your profile is being assessed already.');

export const putAway = (): DomainError =>
  new DomainError('CONFLICT', 'This photo has left its assessment. You can start a new one.');

export const photoUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such photo.');

export const photoHeld = (): DomainError =>
  new DomainError('PHOTO_HELD', 'This photo is on hold until a moderator has looked at it.');

export const cropWanted = (): DomainError =>
  new DomainError('PHOTO_HELD', 'A moderator has asked for another crop of this photo. Please upload it again.');

export function accountSuspended(until: string | null): DomainError {
  const how = until === null ? '' : ` until ${dayOf(until)}`;
  return new DomainError(
    'ACCOUNT_SUSPENDED',
    `Your account is suspended${how}. Our email explains why, and how to appeal.`,
  );
}

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(at),
  );
