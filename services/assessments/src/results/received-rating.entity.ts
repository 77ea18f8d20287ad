import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Comment } from '../photo-assessment/domain/events.js';

/** One assessor's counted rating of one photo. Only the projection writes it. */
@Entity({ tableName: 'received_rating' })
export class ReceivedRatingRow {
  @PrimaryKey({ type: 'uuid' })
  submissionId!: string;

  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  photoAssessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'integer', nullable: true })
  score!: number | null;

  @Property({ type: 'json' })
  comments!: Comment[];

  @Property({ type: 'datetime' })
  acceptedAt!: Date;
}
