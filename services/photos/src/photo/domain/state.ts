import type { Faces, PhotoEvent, PhotoUploaded, ReturnPlace, Section } from './events.js';
import { evolveModeration, isRemoved, type Moderation, noModeration, type PicturePlace } from './moderation.js';
import { isModerationEvent, type ModerationEvent } from './moderation-events.js';

export interface KeptPhoto {
  status: 'kept';
  photoId: string;
  userId: string;
  uploadedAt: Date;
  section: Section;
  returnTo: ReturnPlace;
  /** The test it stands in `testing` for, else null. */
  photoAssessmentId: string | null;
  /** False while it waits in `testing` for that test's start. */
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
  /** Whether the pictures are kept for a case. */
  isInQuarantine: boolean;
  moderation: Moderation;
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
      return {
        ...state,
        section: 'testing',
        testStarted: true,
        photoAssessmentId: event.data.photoAssessmentId,
        returnTo: event.data.returnTo,
      };
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
      return deleted(state, event.data.isInQuarantine === true);
    default:
      return event satisfies never;
  }
}

const outOfTesting = { photoAssessmentId: null, testStarted: false, returnTo: 'bank' } as const;

function moderated(state: KeptPhoto | DeletedPhoto, event: ModerationEvent): PhotoState {
  const moderation = evolveModeration(state.moderation, event);
  if (state.status === 'kept') return { ...state, moderation };
  return { ...state, moderation, isInQuarantine: state.isInQuarantine && !moderation.isPurged };
}

const deleted = ({ photoId, userId, uploadedAt, moderation }: KeptPhoto, isInQuarantine: boolean): DeletedPhoto => ({
  status: 'deleted',
  photoId,
  userId,
  uploadedAt,
  isInQuarantine,
  moderation,
});

function uploaded(data: PhotoUploaded['data']): KeptPhoto {
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
  const ratingsOfTest = {
    ...state.ratingsOfTest,
    [photoAssessmentId]: (state.ratingsOfTest[photoAssessmentId] ?? 0) + 1,
  };
  return { ...state, timesRated: state.timesRated + 1, ratingsOfTest };
}

function reset(
  state: KeptPhoto,
  { photoAssessmentId, removedRatings }: { photoAssessmentId: string; removedRatings: number },
): KeptPhoto {
  return {
    ...state,
    timesRated: state.timesRated - removedRatings,
    resetTests: [...state.resetTests, photoAssessmentId],
  };
}

export function placeOfPictures(photo: KeptPhoto | DeletedPhoto): PicturePlace {
  if (photo.status === 'deleted') return photo.isInQuarantine ? 'removed' : 'nowhere';
  return isRemoved(photo.moderation) ? 'removed' : 'photos';
}
