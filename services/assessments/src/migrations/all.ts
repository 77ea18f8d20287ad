import { Assessments } from './20261121000000-assessments.js';
import { FeedFilters } from './20261127000000-feed-filters.js';
import { FeedOrder } from './20261127010000-feed-order.js';

/** In order; a released migration never changes. */
export const migrations = [Assessments, FeedFilters, FeedOrder];
