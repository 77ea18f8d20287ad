import type { AskedPhoto } from '@candid/contracts';
import { Injectable } from '@nestjs/common';
import { shuffledFor, shuffledTies } from '../assessor-quality/domain/shuffle.js';
import { amongOthers, tieOf } from '../assessor-quality/gold/domain/among-others.js';
import type { GoldShowing, Template } from '../assessor-quality/gold/domain/showing.js';
import { timeOf } from '../assessor-quality/gold/draw-showing.js';
import { ShowGoldPair } from '../assessor-quality/gold/show-gold-pair.js';
import { LIMITS } from '../config.js';
import type { Assessor } from '../participants/participants.rows.js';
import { PhotoScoresQuery } from '../results/photo-scores.query.js';
import { FeedQuery, type Turn } from './feed.query.js';
import { FEED_GROUPS } from './feed-cursor.js';
import { VisitPhotos } from './visit-photos.js';

interface Entry {
  userId: string;
  photoAssessmentId: string;
  photos: AskedPhoto[];
  turn: Turn;
}

/** Whom an assessor may rate, with a pair among them when it is time for one. */
@Injectable()
export class PersonFeed {
  constructor(
    private readonly feed: FeedQuery,
    private readonly scores: PhotoScoresQuery,
    private readonly pairs: ShowGoldPair,
    private readonly visits: VisitPhotos,
  ) {}

  async page(assessor: Assessor, now: Date, after: string | undefined) {
    const assessorId = assessor.userId;
    const { entries: found, nextCursor } = await this.feed.page(assessor, now, after);
    const asked = await this.scores.askedOf(found.flatMap(({ photoIds }) => photoIds));
    const askedOf = new Map(asked.map((photo) => [photo.photoId as string, photo]));
    const people = found.map(
      ({ photoIds, ...entry }): Entry => ({ ...entry, photos: photoIds.flatMap((id) => askedOf.get(id) ?? []) }),
    );
    const entries = (await this.visits.only(people, assessorId, now)).filter(({ photos }) => photos.length > 0);
    const withGold = after === undefined ? await this.withGold(assessorId, entries, nextCursor === null, now) : entries;
    const inTurn = withGold.map((entry) => ({ ...entry, tie: tieOf(entry.turn, LIMITS.feedTieMs) }));
    const shown = shuffledTies(assessorId, inTurn).map(({ userId, photoAssessmentId, photos }) => ({
      userId,
      photoAssessmentId,
      photos: shuffledFor(assessorId, photos, ({ photoId }) => photoId),
    }));
    return { entries: shown, nextCursor };
  }

  private async withGold(assessorId: string, entries: Entry[], isLast: boolean, now: Date): Promise<Entry[]> {
    const showing = await this.pairs.offerTo(assessorId, entries.map(templateOf), now);
    if (!showing) return entries;
    return amongOthers(goldEntryOf(showing), entries, { entriesMax: LIMITS.feedEntriesMax, isLast });
  }
}

/** Of the photo whose turn it is. */
function templateOf({ photoAssessmentId, photos }: Entry): Template {
  const photo = photos.find((candidate) => candidate.photoAssessmentId === photoAssessmentId) ?? photos[0]!;
  const { testLimit, testTimesRated, commentsSelected, minComments, ratingRequired, commentsNegative } = photo;
  const commentsRequired = minComments > 0 || commentsSelected.length > 0;
  const asked = { commentsSelected, minComments, ratingRequired, commentsNegative, commentsRequired };
  return { photoAssessmentId, testTimesRated, settings: { testLimit, ...asked } };
}

function goldEntryOf(showing: GoldShowing): Entry {
  const { ownerId: userId, photoAssessmentId, settings, timesRated } = showing;
  const servedShare = timesRated / settings.testLimit;
  return {
    userId,
    photoAssessmentId,
    photos: askedGoldPhotos(showing),
    turn: { groupRank: FEED_GROUPS.indexOf('rested'), servedShare, waitingSince: timeOf(photoAssessmentId) },
  };
}

/** As photos of other people are asked about. */
export function askedGoldPhotos(showing: GoldShowing): AskedPhoto[] {
  const { photoAssessmentId, photos, settings, timesRated, hiddenPhotoIds } = showing;
  const { testLimit, commentsSelected, minComments, ratingRequired, commentsNegative } = settings;
  const asked = { commentsSelected, minComments, ratingRequired, commentsNegative };
  return photos
    .filter(({ photoId }) => !hiddenPhotoIds.includes(photoId))
    .map(
      ({ photoId }) => ({ photoId, photoAssessmentId, testLimit, testTimesRated: timesRated, ...asked }) as AskedPhoto,
    );
}
