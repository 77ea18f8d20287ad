import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Comment } from '../photo-assessment/domain/events.js';

/** One submission about a profile. Only the projection writes it. */
@Entity({ tableName: 'profile_rating' })
export class ProfileRatingRow {
  @PrimaryKey({ type: 'uuid' })
  submissionId!: string;

  @Property({ type: 'uuid' })
  profileAssessmentId!: string;

  @Property({ type: 'uuid' })
  assessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'json' })
  comments!: Comment[];

  @Property({ type: 'datetime' })
  acceptedAt!: Date;
}

/** An assessor's slot on a profile until `expiresAt`. */
@Entity({ tableName: 'profile_slot' })
export class ProfileSlotRow {
  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
