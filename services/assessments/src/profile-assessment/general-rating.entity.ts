import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Comment } from '../photo-assessment/domain/events.js';

/** One evaluation of a profile. Written by the projection only. */
@Entity({ tableName: 'general_rating' })
export class GeneralRatingRow {
  @PrimaryKey({ type: 'uuid' })
  submissionId!: string;

  @Property({ type: 'uuid' })
  groupId!: string;

  @Property({ type: 'uuid' })
  assessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'uuid' })
  raterId!: string;

  @Property({ type: 'json' })
  comments!: Comment[];

  @Property({ type: 'datetime' })
  acceptedAt!: Date;
}

/** A place on a profile that is kept for an assessor until `expiresAt`. */
@Entity({ tableName: 'group_slot' })
export class GroupSlotRow {
  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
