import type { PhotoEvent, ReturnPlace, Section } from './events.js';

export interface KeptPhoto {
  status: 'kept';
  photoId: string;
  userId: string;
  uploadedAt: Date;
  section: Section;
  returnTo: ReturnPlace;
  /** The test it stands in `testing` for, else null. */
  testId: string | null;
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
        testId: event.data.testId,
        returnTo: event.data.returnTo,
      };
    case 'PhotoPlacedInProfile':
      return { ...state, ...outOfTesting, section: 'profile' };
    case 'PhotoReturnedToBank':
      return { ...state, ...outOfTesting, section: 'bank' };
    case 'ReturnPlaceChosen':
      return { ...state, returnTo: event.data.returnTo };
    case 'PhotoRated':
      return rated(state, event.data.testId);
    case 'PhotoTestEnded':
      return { ...state, endedTests: [...state.endedTests, event.data.testId] };
    case 'PhotoRatingsReset':
      return reset(state, event.data);
    case 'PhotoDeleted':
      return { status: 'deleted' };
    default:
      return event satisfies never;
  }
}

const outOfTesting = { testId: null, testStarted: false, returnTo: 'bank' } as const;

function uploaded(data: { photoId: string; userId: string; testId: string | null; uploadedAt: string }): KeptPhoto {
  return {
    status: 'kept',
    photoId: data.photoId,
    userId: data.userId,
    uploadedAt: new Date(data.uploadedAt),
    section: data.testId === null ? 'bank' : 'testing',
    returnTo: 'bank',
    testId: data.testId,
    testStarted: false,
    timesRated: 0,
    ratingsOfTest: {},
    endedTests: [],
    resetTests: [],
  };
}

function rated(state: KeptPhoto, testId: string): KeptPhoto {
  const ratingsOfTest = { ...state.ratingsOfTest, [testId]: (state.ratingsOfTest[testId] ?? 0) + 1 };
  return { ...state, timesRated: state.timesRated + 1, ratingsOfTest };
}

function reset(state: KeptPhoto, { testId, removedRatings }: { testId: string; removedRatings: number }): KeptPhoto {
  return {
    ...state,
    timesRated: state.timesRated - removedRatings,
    ratingsOfTest: { ...state.ratingsOfTest, [testId]: 0 },
    resetTests: [...state.resetTests, testId],
  };
}
