import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * One assessed photo in the feed, in the feed's order. Contains copies of data about people, which are kept up to date elsewhere.
 */
@Entity({ tableName: 'open_assessment' })
export class OpenAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;

  @Property({ type: 'uuid' })
  photoAssessmentId!: string;

  @Property({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'boolean' })
  isRunning!: boolean;

  @Property({ type: 'boolean' })
  isHeld!: boolean;

  @Property({ type: 'boolean' })
  isUnscreened!: boolean;

  /** True if assessors may see the photo; a generated column. */
  @Property({ type: 'boolean', persist: false })
  isOpen!: boolean;

  @Property({ type: 'integer' })
  testLimit!: number;

  @Property({ type: 'integer' })
  accepted!: number;

  /** Rows of `assessment_slot`, expired ones included. */
  @Property({ type: 'integer' })
  reserved!: number;

  /** Accepted ratings divided by the limit, 0–1; the database computes it. */
  @Property({ type: 'double', persist: false })
  servedShare!: number;

  @Property({ type: 'datetime' })
  waitingSince!: Date;

  /** Before this time only the owner's audience is offered the assessment; null for everybody. The sweep clears it afterwards. */
  @Property({ type: 'datetime', nullable: true })
  audienceUntil!: Date | null;

  /** Two bits per assessor in `rated_assessment`. All bits are set if the assessors are unknown. */
  @Property({ type: 'bigint' })
  assessorFilter!: string;

  /**
   * False if the owner does not hide from assessors of the same country. True if the owner does, or if it is unknown; a page then
   * looks it up.
   */
  @Property({ type: 'boolean' })
  hasLocationPreference!: boolean;
}

/** Assessors who are not offered the assessment, because they have rated it or have used up their slot time on it. */
@Entity({ tableName: 'rated_assessment' })
export class RatedAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;
}

/** When an assessor last rated photos of an owner. */
@Entity({ tableName: 'rated_owner' })
export class RatedOwnerRow {
  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @PrimaryKey({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'datetime' })
  lastRatedAt!: Date;
}

@Entity({ tableName: 'assessment_slot' })
export class AssessmentSlotRow {
  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
