import { PhotoScoresQuery } from './read-model.js';
import { ReceivedRatings } from './received-ratings.query.js';
import { Results } from './use-cases.js';

export const results = {
  controllers: [Results, ReceivedRatings],
  providers: [PhotoScoresQuery],
};
