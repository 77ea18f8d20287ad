import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Choice, Comment } from '../photo-assessment/domain/events.js';

/** A photo's exact sums over all its assessments, and the state of its newest one. Only the projection writes it. */
@Entity({ tableName: 'photo_score' })
export class PhotoScoreRow {
  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'uuid', nullable: true })
  photoAssessmentId!: string | null;

  @Property({ type: 'uuid', nullable: true })
  assessmentId!: string | null;

  @Property({ type: 'boolean' })
  running!: boolean;

  @Property({ type: 'integer' })
  testLimit!: number;

  @Property({ type: 'integer' })
  testTimesRated!: number;

  @Property({ type: 'integer' })
  timesRated!: number;

  @Property({ type: 'integer' })
  totalScore!: number;

  @Property({ type: 'integer' })
  sumOfSquares!: number;

  /** Comments in the order of their acceptance. */
  @Property({ type: 'json' })
  comments!: Comment[];

  @Property({ type: 'json' })
  commentsSelected!: Choice[];

  @Property({ type: 'integer' })
  minComments!: number;

  @Property({ type: 'boolean' })
  ratingRequired!: boolean;

  @Property({ type: 'boolean' })
  commentsNegative!: boolean;

  /** Refund in tokens if the running assessment ended now. */
  @Property({ type: 'integer' })
  unusedTokens!: number;

  /** Number of changes to the data that results are derived from. */
  @Property({ type: 'integer' })
  revision!: number;
}
