import { Assessments } from './20261121000000-assessments.js';
import { InboxReach } from './20261126100000-inbox-reach.js';
import { InboxRecorded } from './20261126110000-inbox-recorded.js';
import { FreezeAtOnce } from './20261126120000-freeze-at-once.js';
import { EventsByPosition } from './20261127000000-events-by-position.js';
import { FeedFilters } from './20261127000000-feed-filters.js';
import { FeedOrder } from './20261127010000-feed-order.js';
import { DescriptionsAndAudiences } from './20261127020000-descriptions-and-audiences.js';
import { AudienceFirst } from './20261127100000-audience-first.js';
import { ParticipantsWithAudience } from './20261127110000-participants-with-audience.js';
import { DescribedParticipants } from './20261127120000-described-participants.js';
import { AudienceInFeed } from './20261127130000-audience-in-feed.js';
import { FeedTurn } from './20261127140000-feed-turn.js';
import { AudienceTurn } from './20261127150000-audience-turn.js';
import { NamedCountries } from './20261128010000-named-countries.js';
import { NoticeHolds } from './20261128020000-notice-holds.js';
import { StatementsTold } from './20261128030000-statements-told.js';
import { CountingDescriptions } from './20261128040000-counting-descriptions.js';
import { RatingContents } from './20261128050000-rating-contents.js';
import { RefusalsKept } from './20261128120000-refusals-kept.js';

/** In order; a released migration never changes. */
export const migrations = [
  Assessments,
  InboxReach,
  InboxRecorded,
  FreezeAtOnce,
  EventsByPosition,
  FeedFilters,
  FeedOrder,
  DescriptionsAndAudiences,
  AudienceFirst,
  ParticipantsWithAudience,
  DescribedParticipants,
  AudienceInFeed,
  FeedTurn,
  AudienceTurn,
  NamedCountries,
  NoticeHolds,
  StatementsTold,
  CountingDescriptions,
  RatingContents,
  RefusalsKept,
];
