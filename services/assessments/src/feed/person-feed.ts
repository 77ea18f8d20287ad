import type { AskedPhoto } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { shuffledFor, shuffledTies } from '../assessor-quality/domain/shuffle.js';
import { amongOthers, tieOf } from '../assessor-quality/gold/domain/among-others.js';
import type { GoldShowing, Template } from '../assessor-quality/gold/domain/showing.js';
import { timeOf } from '../assessor-quality/gold/draw-showing.js';
import { ShowGoldPair } from '../assessor-quality/gold/show-gold-pair.js';
import { LIMITS } from '../config.js';
import type { Assessor } from '../participants/participants.rows.js';
import { PhotoAssessmentsQuery } from '../results/photo-assessments.query.js';
import { FeedQuery, type Turn } from './feed.query.js';

interface Entry {
  userId: string;
  testId: string;
  photos: AskedPhoto[];
  turn: Turn;
}

/** Whom an assessor may rate, with a pair among them when it is time for one. */
@Injectable()
export class PersonFeed {
  constructor(
    @Inject(FeedQuery) private readonly feed: FeedQuery,
    @Inject(PhotoAssessmentsQuery) private readonly assessments: PhotoAssessmentsQuery,
    @Inject(ShowGoldPair) private readonly pairs: ShowGoldPair,
  ) {}

  async page(assessor: Assessor, now: Date, after: string | undefined) {
    const raterId = assessor.userId;
    const { entries: found, nextCursor } = await this.feed.page(assessor, now, after);
    const asked = await this.assessments.askedOf(found.flatMap(({ photoIds }) => photoIds));
    const askedOf = new Map(asked.map((photo) => [photo.photoId as string, photo]));
    const entries = found
      .map(({ photoIds, ...entry }): Entry => ({ ...entry, photos: photoIds.flatMap((id) => askedOf.get(id) ?? []) }))
      .filter(({ photos }) => photos.length > 0);
    const withGold = after === undefined ? await this.withGold(raterId, entries, nextCursor === null, now) : entries;
    const inTurn = withGold.map((entry) => ({ ...entry, tie: tieOf(entry.turn, LIMITS.feedTieMs) }));
    const shown = shuffledTies(raterId, inTurn).map(({ userId, testId, photos }) => ({
      userId,
      testId,
      photos: shuffledFor(raterId, photos, ({ photoId }) => photoId),
    }));
    return { entries: shown, nextCursor };
  }

  private async withGold(raterId: string, entries: Entry[], isLast: boolean, now: Date): Promise<Entry[]> {
    const showing = await this.pairs.offerTo(raterId, entries.map(templateOf), now);
    if (!showing) return entries;
    return amongOthers(goldEntryOf(showing), entries, { entriesMax: LIMITS.feedEntriesMax, isLast });
  }
}

/** Of the photo whose turn it is. */
function templateOf({ testId, photos }: Entry): Template {
  const photo = photos.find((candidate) => candidate.testId === testId) ?? photos[0]!;
  const { testLimit, testTimesRated, commentsSelected, minComments, ratingRequired, commentsNegative } = photo;
  const commentsRequired = minComments > 0 || commentsSelected.length > 0;
  const asked = { commentsSelected, minComments, ratingRequired, commentsNegative, commentsRequired };
  return { testId, testTimesRated, settings: { testLimit, ...asked } };
}

function goldEntryOf(showing: GoldShowing): Entry {
  const { ownerId: userId, testId, settings, timesRated } = showing;
  const servedShare = timesRated / settings.testLimit;
  return {
    userId,
    testId,
    photos: askedGoldPhotos(showing),
    turn: { isRested: true, servedShare, waitingSince: timeOf(testId) },
  };
}

/** As photos of other people are asked about. */
export function askedGoldPhotos({ testId, photos, settings, timesRated }: GoldShowing): AskedPhoto[] {
  const { testLimit, commentsSelected, minComments, ratingRequired, commentsNegative } = settings;
  const asked = { commentsSelected, minComments, ratingRequired, commentsNegative };
  return photos.map(
    ({ photoId }) => ({ photoId, testId, testLimit, testTimesRated: timesRated, ...asked }) as AskedPhoto,
  );
}
