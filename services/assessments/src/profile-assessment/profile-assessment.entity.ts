import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Choice } from '../photo-assessment/domain/events.js';

/** A profile assessment and its newest round. Only the projection writes it. */
@Entity({ tableName: 'profile_assessment' })
export class ProfileAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  profileAssessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  /** Photo ids without deleted photos. */
  @Property({ type: 'json' })
  photoIds!: string[];

  @Property({ type: 'uuid' })
  assessmentId!: string;

  @Property({ type: 'text' })
  status!: 'running' | 'completed' | 'ended';

  @Property({ type: 'json' })
  heldPhotoIds!: string[];

  @Property({ type: 'json' })
  unscreenedPhotoIds!: string[];

  @Property({ type: 'boolean' })
  hasConfirmed!: boolean;

  @Property({ type: 'integer' })
  testLimit!: number;

  /** Limit that the round started with. */
  @Property({ type: 'integer' })
  originalNumber!: number;

  @Property({ type: 'integer' })
  testTimesRated!: number;

  /** Served share of the limit, 0–1; a generated column. */
  @Property({ type: 'double', persist: false })
  servedShare!: number;

  @Property({ type: 'json' })
  commentsSelected!: Choice[];

  @Property({ type: 'integer' })
  commentsRequired!: number;

  @Property({ type: 'datetime' })
  startedAt!: Date;

  @Property({ type: 'datetime' })
  createdAt!: Date;
}
