import messages from '../../../texts/en/dashboard.json' with { type: 'json' };
import { filled } from '../language/message';

const { dashboard, drag } = messages;

export const dashboardTexts = {
  ...dashboard,
  poolFirstStored: (tokens: number, isAgain: boolean) =>
    filled(dashboard.poolFirstStored[isAgain ? 'again' : 'new'], { tokens }),
  ratedOnce: (tokens: number) => filled(dashboard.ratedOnce, { tokens }),
  suggestedPlace: (place: number) => filled(dashboard.suggestedPlace, { place }),
  poolFull: (photos: number) => filled(dashboard.poolFull, { photos }),
  poolRunningCount: (photos: number) => filled(dashboard.poolRunningCount, { photos }),
  poolReadyCount: (photos: number) => filled(dashboard.poolReadyCount, { photos }),
  /** Accessible name of an act of the photo at this position in the pool. */
  actOn: (act: string, position: number) => filled(dashboard.actOn, { act, position }),
  newNotifications: (count: number) => filled(dashboard.newNotifications, { count }),
  photoRated: (score: number, ratings: number) => filled(dashboard.photoRated, { score, ratings }),
  photoTesting: (done: number, limit: number) => filled(dashboard.photoTesting, { done, limit }),
};

type Place = 'profile' | 'bank' | 'testing';

export const dragTexts = {
  ...drag,
  lifted: (photo: string, from: Place) => filled(drag.lifted, { photo, from }),
  over: (place: Place, refusal: string | null) =>
    refusal === null ? filled(drag.over.open, { place }) : filled(drag.over.refused, { place, refusal }),
  overHome: (place: Place) => filled(drag.overHome, { place }),
  letGo: (place: Place) => filled(drag.letGo, { place }),
  putBack: (from: Place, refusal: string | null) => {
    const putBack = filled(drag.putBack, { from });
    return refusal === null ? putBack : `${putBack} ${refusal}`;
  },
  letGoHere: (place: Place) => filled(drag.letGoHere, { place }),
};
