import { type ReceivedRating, assessmentsRpc as rpc } from '@candid/contracts';
import { type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { type AskedPage, cutPage, cutSubmissions, exactTime, isoTime, placeAfter } from '../kernel/paging.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { commentAgreement, type RankedComment } from './rank-comments.js';

/** Exceeds the number of rows of one submission, so that every page can end with a complete submission. */
const SUBMISSION_MAX = 9;

@Controller()
export class ReceivedRatings {
  constructor(
    private readonly database: Database,
    private readonly ownerPhotos: OwnerPhotos,
  ) {}

  /** Separates ratings of the newest photo assessment from earlier ones. Lists them newest first, without assessors. */
  @RpcHandler(rpc.getRatings)
  async ofPhoto({ userId, photoId, ...page }: Sent<typeof rpc.getRatings>) {
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    const [score] = await this.database.query<{ newest: string | null }>(
      'select photo_assessment_id as newest from photo_score where photo_id = $1',
      [photoId],
    );
    const { shown: rows, nextCursor } = await this.page('photo_id', photoId, page);
    const all = page.cursor === undefined && nextCursor === null ? rows : (await this.page('photo_id', photoId)).shown;
    const isCurrent = (row: RatingRow): boolean => row.photoAssessmentId === score?.newest;
    return {
      currentRatings: rows.filter(isCurrent).map(received),
      pastRatings: rows.filter((row) => !isCurrent(row)).map(received),
      agreement: commentAgreement(all),
      nextCursor,
    };
  }

  /** Ratings that the user's photos received, or that the user gave, oldest first, with keyset pagination. */
  @RpcHandler(rpc.exportRatings)
  async exported({ userId, side, cursor, limit }: Sent<typeof rpc.exportRatings>) {
    const rows = await this.database.query<RatingRow>(
      `select ${ratingColumns} from (${side === 'received' ? receivedSql : givenSql}) r
        where ($2::timestamptz is null or (accepted_at, submission_id, photo_id) > ($2::timestamptz, $3::uuid, $4::uuid))
        order by accepted_at, submission_id, photo_id limit $5::int`,
      [userId, ...placeAfter(cursor, 2), limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows, limit, ({ submissionId, photoId }) => [submissionId, photoId]);
    return { ratings: shown, nextCursor } as Reply<typeof rpc.exportRatings>;
  }

  /** The owner's ratings by photo assessment, the group with the newest rating first. A page may end within a group. */
  @RpcHandler(rpc.getRatingGroups)
  async groups({ userId, ...page }: Sent<typeof rpc.getRatingGroups>) {
    const { shown, nextCursor } = await this.page('owner_id', userId, page);
    const groups = Map.groupBy(shown, ({ photoAssessmentId }) => photoAssessmentId);
    const ratingGroups = [...groups.values()].map((rows) => ({
      ratedAt: rows[0]!.ratedAt,
      ratings: rows.map(received),
    }));
    return { ratingGroups, nextCursor };
  }

  private async page(
    column: 'photo_id' | 'owner_id',
    id: string,
    { cursor, limit = LIMITS.ratingsListedMax }: AskedPage = {},
  ) {
    const rows = await this.database.query<RatingRow & { assessorId: string }>(
      `select ${ratingColumns}, assessor_id as "assessorId" from received_rating
        where ${column} = $1 and ($2::timestamptz is null or (accepted_at, submission_id) < ($2::timestamptz, $3::uuid))
        order by accepted_at desc, submission_id desc, photo_id limit $4::int`,
      [id, ...placeAfter(cursor), limit + SUBMISSION_MAX],
    );
    return cutSubmissions(rows, limit);
  }
}

interface RatingRow extends Omit<ReceivedRating, 'ratingId' | 'createdAt' | 'comments'> {
  submissionId: string;
  comments: RankedComment[];
  exact_at: string;
}

const ratingColumns = `submission_id as "submissionId", photo_id as "photoId", photo_assessment_id as "photoAssessmentId", score,
    comments, ${isoTime('accepted_at')} as "ratedAt", ${exactTime('accepted_at')} as exact_at`;

function received({ submissionId, photoId, photoAssessmentId, score, comments, ratedAt }: RatingRow): ReceivedRating {
  return {
    ratingId: submissionId,
    score,
    ratedAt,
    createdAt: ratedAt,
    comments,
    photoId,
    photoAssessmentId,
  } as ReceivedRating;
}

const receivedSql = 'select * from received_rating where owner_id = $1::uuid';

/** Includes answers to gold pairs and uncounted ratings: everything that a person rated is that person's data. */
const givenSql = `select submission_id, photo_id, photo_assessment_id, score, comments, accepted_at
    from received_rating where assessor_id = $1::uuid
  union all select s.submission_id, c.photo_id, s.photo_assessment_id, c.score, c.comments, s.accepted_at
    from assessor_submission s cross join jsonb_array_elements(s.uncounted_ratings) g
      join rating_content c on c.submission_id = s.submission_id and c.photo_id = (g->>'photoId')::uuid
    where s.assessor_id = $1::uuid`;
