import { FeedQuery } from './feed.query.js';
import { PersonFeed, VisitPhotos } from './person-feed.js';

export const feed = {
  controllers: [PersonFeed],
  providers: [VisitPhotos, FeedQuery],
};
