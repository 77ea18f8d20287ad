import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { type Comment } from '../catalogue/catalogue.js';
import { LIMITS } from '../kernel/config.js';
import { photoAssessmentStreamId } from '../photo-assessment/events.js';
import { type EvidenceRow, sharedRatingOf } from '../scoring/adjusted-scores.query.js';
import { loadScoreModel } from '../scoring/score-model.rows.js';
import {
  type AskedPhrases,
  type AssociatedRating,
  type CommentAssociations,
  commentAssociations,
} from './comment-associations.js';

interface RatingRow extends EvidenceRow {
  photo_assessment_id: string;
  comments: Comment[];
  accepted_at: Date;
}

/** `rating_evidence` contains only ratings that count towards adjusted scores. */
const ratingsSql = `select g.photo_id, g.photo_assessment_id, g.assessor_id, g.comments, g.accepted_at, e.score, e.message_precision,
    e.message_shift, r.ratings, r.total, r.squares, r.precision, r.shift
  from received_rating g join rating_evidence e on e.photo_id = g.photo_id and e.submission_id = g.submission_id
    join assessor_severity r on r.assessor_id = g.assessor_id
 where g.owner_id = $1 order by g.accepted_at desc, g.submission_id, g.photo_id limit $2`;

interface AskedRow {
  photo_assessment_id: string;
  /** Null for the start, which asks the same about all photos. */
  photo_id: string | null;
  phrase_ids: number[];
  comments_negative: boolean | null;
  asked_at: string;
}

/** Reads events, because the read models keep only a photo's newest selection of comments. */
const askedSql = `select data->>'photoAssessmentId' as photo_assessment_id, data->>'photoId' as photo_id,
    jsonb_path_query_array(coalesce(data->'settings', data), '$.commentsSelected[*][1]') as phrase_ids,
    (data->'settings'->>'commentsNegative')::boolean as comments_negative,
    coalesce(data->>'startedAt', data->>'changedAt') as asked_at
  from events where stream_id = any ($1::text[]) and type in ('PhotoAssessmentStarted', 'RequirementsChanged')
 order by stream_id, stream_version`;

@Injectable()
export class CommentAssociationsQuery {
  private readonly session: SqlSession;

  constructor(private readonly store: EventStore) {
    this.session = sessionOfClient(store.pool);
  }

  /** Uses the owner's newest ratings only; see `LIMITS.associatedRatingsMax`. */
  async ofOwner(ownerId: string): Promise<CommentAssociations> {
    const [{ model }, { rows }] = await Promise.all([
      loadScoreModel(this.session),
      this.store.pool.query<RatingRow>({
        name: 'associated-ratings',
        text: ratingsSql,
        values: [ownerId, LIMITS.associatedRatingsMax],
      }),
    ]);
    const askedAbout = await this.askedAbout(rows);
    const ratings = rows.map(
      (row): AssociatedRating => ({
        ...sharedRatingOf(row, model),
        comments: row.comments,
        asked: askedAbout(row),
      }),
    );
    return commentAssociations(model, ratings);
  }

  /**
   * Finds the comments that the owner had requested when a rating was accepted. An assessor whose slot is older than a change
   * still saw the earlier selection; this is ignored, because a slot lasts only minutes.
   */
  private async askedAbout(ratings: readonly RatingRow[]): Promise<(rating: RatingRow) => AskedPhrases> {
    const streamIds = [...new Set(ratings.map((row) => photoAssessmentStreamId(row.photo_assessment_id)))];
    const { rows } = await this.store.pool.query<AskedRow>({
      name: 'asked-phrases',
      text: askedSql,
      values: [streamIds],
    });
    const asked = rows.map((row) => ({ ...row, phraseIds: new Set(row.phrase_ids) }));
    const ofAssessment = Map.groupBy(asked, (row) => row.photo_assessment_id);
    return ({ photo_assessment_id, photo_id, accepted_at }) => {
      const terms = ofAssessment.get(photo_assessment_id) ?? [];
      const newest = terms.findLast(
        (term) => (term.photo_id === null || term.photo_id === photo_id) && term.asked_at <= accepted_at.toISOString(),
      );
      return {
        phraseIds: newest?.phraseIds ?? new Set(),
        commentsNegative: terms[0]?.comments_negative ?? true,
      };
    };
  }
}
