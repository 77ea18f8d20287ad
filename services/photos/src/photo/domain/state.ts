import type { PhotoEvent, ReturnPlace, Section } from './events.js';

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
}

export type PhotoState = { status: 'absent' } | { status: 'deleted' } | KeptPhoto;

export const initialState = (): PhotoState => ({ status: 'absent' });

export function evolve(state: PhotoState, event: PhotoEvent): PhotoState {
  if (event.type === 'PhotoUploaded') return uploaded(event.data);
  if (state.status !== 'kept') return state;
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
    case 'PhotoDeleted':
      return { status: 'deleted' };
    default:
      return event satisfies never;
  }
}

const outOfTesting = { photoAssessmentId: null, testStarted: false, returnTo: 'bank' } as const;

function uploaded(data: {
  photoId: string;
  userId: string;
  photoAssessmentId: string | null;
  uploadedAt: string;
}): KeptPhoto {
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
