import type { PhotoSection, ScreeningFinding } from '@candid/contracts';
import {
  evolveModeration,
  isModerationEvent,
  isRemoved,
  type Moderation,
  type ModerationEvent,
  noModeration,
  type PicturePlace,
  purgeDueAt,
} from './moderation.js';

export type Faces = 'none' | 'one' | 'several' | 'unknown';

/** The place of a photo after its photo assessment ends. */
export type ReturnPlace = 'profile' | 'bank';

/** Stream `photo-<photoId>`. */
export type PhotoEvent =
  | {
      type: 'PhotoUploaded';
      data: {
        photoId: string;
        userId: string;
        /** The photo assessment for which the photo was uploaded. It has not started yet. */
        photoAssessmentId: string | null;
        uploadedAt: string;
        /** True if assessors may see the photo only after screening. */
        awaitsScreening?: true;
      };
    }
  | { type: 'PhotoPlacedInTesting'; data: { photoAssessmentId: string; returnTo: ReturnPlace } }
  | { type: 'PhotoPlacedInProfile'; data: { photoId: string; userId: string; wasFirstProfileSet: boolean } }
  /** `awaitedPhotoAssessmentId`: the photo returns because this photo assessment did not start in time. */
  | {
      type: 'PhotoReturnedToBank';
      data: { photoId: string; userId: string; wasInProfile: boolean; awaitedPhotoAssessmentId?: string };
    }
  | { type: 'ReturnPlaceChosen'; data: { returnTo: ReturnPlace } }
  | { type: 'PhotoRated'; data: { photoAssessmentId: string } }
  /** The photo assessment has ended for this photo. If the event of its start arrives later, nothing changes. */
  | { type: 'PhotoTestEnded'; data: { photoAssessmentId: string } }
  /** The ratings of the photo assessment no longer count, not even ratings that arrive later. */
  | { type: 'PhotoRatingsReset'; data: { photoAssessmentId: string; removedRatings: number } }
  /** `isInQuarantine`: the pictures are kept for a case, or because the photo can be reported until `reportableUntil`. */
  | {
      type: 'PhotoDeleted';
      data: { photoId: string; userId: string; isInQuarantine?: true; reportableUntil?: string };
    }
  /** `faces` is `unknown` if face detection was off or failed. Nothing else about faces is stored. */
  | {
      type: 'PhotoScreened';
      data: {
        photoId: string;
        userId: string;
        findings: readonly ScreeningFinding[];
        faces: Faces;
        screenedAt: string;
      };
    }
  | ModerationEvent;

export type EventData<Type extends PhotoEvent['type']> = Extract<PhotoEvent, { type: Type }>['data'];

export interface KeptPhoto {
  status: 'kept';
  photoId: string;
  userId: string;
  uploadedAt: Date;
  section: PhotoSection;
  returnTo: ReturnPlace;
  /** The photo assessment for which the photo is in `testing`; null in other sections. */
  photoAssessmentId: string | null;
  /** False while the photo waits for that photo assessment to start. */
  testStarted: boolean;
  timesRated: number;
  ratingsOfTest: Readonly<Record<string, number>>;
  endedTests: readonly string[];
  resetTests: readonly string[];
  /** Null until the photo is screened. */
  faces: Faces | null;
  awaitsScreening: boolean;
  moderation: Moderation;
}

export interface DeletedPhoto {
  status: 'deleted';
  photoId: string;
  userId: string;
  uploadedAt: Date;
  /** True if the pictures are kept for a case, or because somebody may report them. */
  isInQuarantine: boolean;
  moderation: Moderation;
  /** The photo can be reported until this time; null if nobody can report it. */
  reportableUntil: Date | null;
}

export type PhotoState = { status: 'absent' } | DeletedPhoto | KeptPhoto;

export const initialState = (): PhotoState => ({ status: 'absent' });

export function evolve(state: PhotoState, event: PhotoEvent): PhotoState {
  if (event.type === 'PhotoUploaded') return uploaded(event.data);
  if (state.status === 'absent') return state;
  if (isModerationEvent(event)) return moderated(state, event);
  if (state.status === 'deleted') return state;
  switch (event.type) {
    case 'PhotoPlacedInTesting':
      return { ...state, section: 'testing', testStarted: true, ...event.data };
    case 'PhotoPlacedInProfile':
      return { ...state, ...outOfTesting, section: 'profile' };
    case 'PhotoReturnedToBank':
      return { ...state, ...outOfTesting, section: 'bank' };
    case 'ReturnPlaceChosen':
      return { ...state, returnTo: event.data.returnTo };
    case 'PhotoRated':
      return rated(state, event.data.photoAssessmentId);
    case 'PhotoTestEnded':
      return { ...state, endedTests: [...state.endedTests, event.data.photoAssessmentId] };
    case 'PhotoRatingsReset':
      return reset(state, event.data);
    case 'PhotoScreened':
      return { ...state, faces: event.data.faces, awaitsScreening: false };
    case 'PhotoDeleted':
      return deleted(state, event.data);
    default:
      return event satisfies never;
  }
}

export const outOfTesting = { photoAssessmentId: null, testStarted: false, returnTo: 'bank' } as const;

function moderated(state: KeptPhoto | DeletedPhoto, event: ModerationEvent): PhotoState {
  const moderation = evolveModeration(state.moderation, event);
  if (state.status === 'kept') return { ...state, moderation };
  return { ...state, moderation, isInQuarantine: state.isInQuarantine && !moderation.isPurged };
}

function deleted(photo: KeptPhoto, data: EventData<'PhotoDeleted'>): DeletedPhoto {
  const { photoId, userId, uploadedAt, moderation } = photo;
  const reportableUntil = data.reportableUntil === undefined ? null : new Date(data.reportableUntil);
  const isInQuarantine = data.isInQuarantine === true;
  return { status: 'deleted', photoId, userId, uploadedAt, isInQuarantine, moderation, reportableUntil };
}

function uploaded(data: EventData<'PhotoUploaded'>): KeptPhoto {
  return {
    status: 'kept',
    photoId: data.photoId,
    userId: data.userId,
    uploadedAt: new Date(data.uploadedAt),
    section: data.photoAssessmentId === null ? 'bank' : 'testing',
    returnTo: 'bank',
    photoAssessmentId: data.photoAssessmentId,
    testStarted: false,
    timesRated: 0,
    ratingsOfTest: {},
    endedTests: [],
    resetTests: [],
    faces: null,
    awaitsScreening: data.awaitsScreening === true,
    moderation: noModeration,
  };
}

function rated(state: KeptPhoto, photoAssessmentId: string): KeptPhoto {
  const ratings = (state.ratingsOfTest[photoAssessmentId] ?? 0) + 1;
  const ratingsOfTest = { ...state.ratingsOfTest, [photoAssessmentId]: ratings };
  return { ...state, timesRated: state.timesRated + 1, ratingsOfTest };
}

function reset(state: KeptPhoto, { photoAssessmentId, removedRatings }: EventData<'PhotoRatingsReset'>): KeptPhoto {
  const timesRated = state.timesRated - removedRatings;
  return { ...state, timesRated, resetTests: [...state.resetTests, photoAssessmentId] };
}

export function purgeDueOf(photo: KeptPhoto | DeletedPhoto, retentionMs: number): Date | null {
  return purgeDueAt(photo.moderation, retentionMs, photo.status === 'deleted' ? photo.reportableUntil : null);
}

export function placeOfPictures(photo: KeptPhoto | DeletedPhoto): PicturePlace {
  if (photo.status === 'deleted') return photo.isInQuarantine ? 'removed' : 'nowhere';
  return isRemoved(photo.moderation) ? 'removed' : 'photos';
}

const PHOTO = 'photo-';

export const photoStream = (photoId: string): string => `${PHOTO}${photoId}`;
export const ownerStream = (userId: string): string => `owner-${userId}`;

/** Returns undefined if the stream does not belong to a photo. */
export const photoIdOfStream = (streamId: string): string | undefined =>
  streamId.startsWith(PHOTO) ? streamId.slice(PHOTO.length) : undefined;
