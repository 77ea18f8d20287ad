import { commentScoreRange, assessmentsRpc as rpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { type AssociatedRating, COMPARED, commentAssociations, type PhraseSide, sideOf } from '@candid/scores';
import { Controller } from '@nestjs/common';
import type { Comment } from '../catalogue/catalogue.js';
import { photoIndex } from '../catalogue/photo-catalogue.js';
import { LIMITS } from '../kernel/config.js';
import { exactTime } from '../kernel/paging.js';
import { photoAssessmentStreamId } from '../photo-assessment/events.js';
import { type EvidenceRow, evidenceColumns, sharedRatingOf } from '../scoring/adjusted-scores.query.js';
import { loadScoreModel } from '../scoring/adjusted-scores.rows.js';

interface RatingRow extends EvidenceRow {
  photo_assessment_id: string;
  comments: Comment[];
  accepted_at: string;
}

/** `rating_evidence` contains only ratings that count towards adjusted scores. */
const ratingsSql = `select ${evidenceColumns}, g.photo_assessment_id, g.comments, ${exactTime('g.accepted_at')} as accepted_at
  from received_rating g join rating_evidence e on e.photo_id = g.photo_id and e.submission_id = g.submission_id
    join assessor_severity r on r.assessor_id = g.assessor_id
 where g.owner_id = $1 order by g.accepted_at desc, g.submission_id, g.photo_id limit $2`;

interface AskedRow {
  photo_assessment_id: string;
  /** Null for a selection at the start of the photo assessment. Such a selection applies to all photos. */
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

export interface AskedPhrases {
  phraseIds: ReadonlySet<number>;
  commentsNegative: boolean;
}

/** Returns whether an assessor who is asked for these comments could choose this end of a phrase. */
export function choiceOf({ phraseIds, commentsNegative }: AskedPhrases) {
  return ({ sectionId, phraseId, side }: PhraseSide): boolean => {
    const phrase = photoIndex.findPhrase(sectionId, phraseId);
    if (!phrase || !phraseIds.has(phraseId)) return false;
    const range = commentScoreRange(phrase, { positiveOnly: !commentsNegative });
    return range !== undefined && sideOf(side === 'low' ? range[0] : range[1]) === side;
  };
}

@Controller()
export class GetCommentAssociations {
  constructor(private readonly database: Database) {}

  @RpcHandler(rpc.getCommentAssociations)
  async ofOwner({ userId }: Sent<typeof rpc.getCommentAssociations>) {
    const [{ model }, rows] = await Promise.all([
      loadScoreModel(this.database),
      this.database.query<RatingRow>(ratingsSql, [userId, LIMITS.associatedRatingsMax]),
    ]);
    const askedAbout = await this.askedAbout(rows);
    const commented = rows.map(
      (row): AssociatedRating => ({
        ...sharedRatingOf(row, model),
        comments: row.comments,
        canChoose: choiceOf(askedAbout(row)),
      }),
    );
    const { associations: statements, ...found } = commentAssociations(model, commented);
    return { ...found, statements, minimum: { ratings: COMPARED.ratingsMin, photos: COMPARED.photosMin } };
  }

  /**
   * Finds the comments that the owner had requested when a rating was accepted. Ignores that an assessor with an older
   * slot still saw an earlier selection, because a slot lasts only minutes.
   */
  private async askedAbout(ratings: readonly RatingRow[]): Promise<(rating: RatingRow) => AskedPhrases> {
    const streamIds = [...new Set(ratings.map((row) => photoAssessmentStreamId(row.photo_assessment_id)))];
    const rows = await this.database.query<AskedRow>(askedSql, [streamIds]);
    const asked = rows.map((row) => ({ ...row, phraseIds: new Set(row.phrase_ids) }));
    const ofAssessment = Map.groupBy(asked, (row) => row.photo_assessment_id);
    return ({ photo_assessment_id, photo_id, accepted_at }) => {
      const terms = ofAssessment.get(photo_assessment_id) ?? [];
      const acceptedAt = new Date(accepted_at).toISOString();
      const newest = terms.findLast(
        (term) => (term.photo_id === null || term.photo_id === photo_id) && term.asked_at <= acceptedAt,
      );
      return {
        phraseIds: newest?.phraseIds ?? new Set(),
        commentsNegative: terms[0]?.comments_negative ?? true,
      };
    };
  }
}
