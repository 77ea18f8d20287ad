import { PhotoScoresQuery } from './read-model.js';
import { ReceivedRatingsQuery } from './received-ratings.query.js';
import { Results } from './use-cases.js';

export const results = {
  controllers: [Results],
  providers: [PhotoScoresQuery, ReceivedRatingsQuery],
};
