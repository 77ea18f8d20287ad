import { type AskedPhoto, assessmentsRpc as rpc } from '@candid/contracts';
import { Commands, EventStore } from '@candid/event-store';
import { CLOCK, type Clock, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject, Injectable } from '@nestjs/common';
import {
  amongOthers,
  type GoldShowing,
  shuffledFor,
  shuffledTies,
  type Template,
  tieOf,
} from '../assessor-quality/gold.js';
import { ShowGoldPair, timeOf } from '../assessor-quality/show-gold-pair.js';
import { LIMITS } from '../kernel/config.js';
import { queryPrepared } from '../kernel/prepared.js';
import { Participants } from '../participants/participants.rows.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { photosOfVisit } from '../photo-assessment/decide-slot.js';
import { PhotoScoresQuery } from '../results/read-model.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { FEED_GROUPS, FeedQuery, type Turn } from './feed.query.js';

interface Entry {
  userId: string;
  photoAssessmentId: string;
  photos: AskedPhoto[];
  turn: Turn;
}

/** Selects the photos for the assessor's next visit, if the owner asks which photo is the best. */
@Injectable()
export class VisitPhotos {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    private readonly commands: Commands,
    private readonly fairScores: AdjustedScoresQuery,
  ) {}

  /** Keeps only the photos of each person's next visit. Showing all photos would reveal which ones lead. */
  async only(people: readonly Entry[], assessorId: string, now: Date): Promise<Entry[]> {
    const several = people.filter(({ photos }) => photos.length >= photosMin);
    if (several.length === 0) return [...people];
    const rows = await queryPrepared<{ user_id: string }>(this.store, {
      name: 'owners-who-stop-early',
      text: stopEarlySql,
      values: [several.map(({ userId }) => userId)],
    });
    const inQuestion = new Set(rows.map(({ user_id }) => user_id));
    return Promise.all(
      people.map(async (person) =>
        several.includes(person) && inQuestion.has(person.userId)
          ? { ...person, photos: await this.photosOf(person, assessorId, now.toISOString()) }
          : person,
      ),
    );
  }

  private async photosOf({ userId, photos }: Entry, assessorId: string, at: string): Promise<AskedPhoto[]> {
    const photoAssessmentIds = [...new Set(photos.map(({ photoAssessmentId }) => photoAssessmentId))];
    const likeliestFirst = await this.fairScores.likeliestFirst(userId, photoAssessmentIds);
    if (!likeliestFirst) return photos;
    const offered = new Set<string>(photos.map(({ photoId }) => photoId));
    const rated = new Set<string>();
    for (const photoAssessmentId of photoAssessmentIds) {
      const { state } = await this.commands.load(photoAssessmentStreams, photoAssessmentId);
      if (state.status !== 'started') continue;
      const hiddenPhotoIds = state.assessments.map(({ photoId }) => photoId).filter((photoId) => !offered.has(photoId));
      for (const { photoId } of photosOfVisit(state, { assessorId, hiddenPhotoIds, likeliestFirst, at }))
        rated.add(photoId);
    }
    return photos.filter(({ photoId }) => rated.has(photoId));
  }
}

@Controller()
export class PersonFeed {
  constructor(
    private readonly participants: Participants,
    private readonly feed: FeedQuery,
    private readonly scores: PhotoScoresQuery,
    private readonly visits: VisitPhotos,
    private readonly pairs: ShowGoldPair,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.listFeed)
  async list({ assessorId, after }: Sent<typeof rpc.listFeed>) {
    const assessor = await this.participants.requireAssessor(assessorId);
    if (assessor.pause !== null) return { entries: [], nextCursor: null, notice: assessor.pause };
    const now = this.clock();
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
    return { entries: shown, nextCursor, notice: null } as Reply<typeof rpc.listFeed>;
  }

  private async withGold(assessorId: string, entries: Entry[], isLast: boolean, now: Date): Promise<Entry[]> {
    const showing = await this.pairs.offerTo(assessorId, entries.map(templateOf), now);
    if (!showing) return entries;
    return amongOthers(goldEntryOf(showing), entries, { entriesMax: LIMITS.feedEntriesMax, isLast });
  }
}

/** Uses the photo assessment of the person's most urgent photo as the template of a gold pair. */
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

/** Gives the photos of a gold pair the same form as other people's photos. */
export function askedGoldPhotos(showing: GoldShowing): AskedPhoto[] {
  const { photoAssessmentId, photos, settings, timesRated: testTimesRated, hiddenPhotoIds } = showing;
  const { testLimit, commentsSelected, minComments, ratingRequired, commentsNegative } = settings;
  const asked = { testLimit, testTimesRated, commentsSelected, minComments, ratingRequired, commentsNegative };
  return photos
    .filter(({ photoId }) => !hiddenPhotoIds.includes(photoId))
    .map(({ photoId }) => ({ ...asked, photoId, photoAssessmentId }) as AskedPhoto);
}

const stopEarlySql = 'select user_id from participant where user_id = any ($1::uuid[]) and stop_when_settled';

/** If a person has fewer photos than this, each visit contains all of them. */
const photosMin = 3;
