/** On stream `results-<photoId>`: the photo's derived results are up to date with `revision` of its sums. */
export interface ResultsEvent {
  type: 'PhotoResultsUpdated';
  data: {
    photoId: string;
    ownerId: string;
    revision: number;
    timesRated: number;
    testTimesRated: number;
    testLimit: number;
  };
}

export const resultsStreamId = (photoId: string): string => `results-${photoId}`;
