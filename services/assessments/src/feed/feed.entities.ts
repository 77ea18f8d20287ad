import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** One photo under assessment, in the feed's order. Written by the projection; what it copies of people is refreshed beside it. */
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

  /** Whether assessors may see the photo; a generated column. */
  @Property({ type: 'boolean', persist: false })
  isOpen!: boolean;

  @Property({ type: 'integer' })
  testLimit!: number;

  @Property({ type: 'integer' })
  accepted!: number;

  /** Rows of `assessment_slot`, expired ones included. */
  @Property({ type: 'integer' })
  reserved!: number;

  /** Accepted by limit, 0–1, kept by the database. */
  @Property({ type: 'double', persist: false })
  servedShare!: number;

  @Property({ type: 'datetime' })
  waitingSince!: Date;

  /** Until then only assessors of the owner's audience get it; null: everybody gets it. The sweep removes it when it has passed. */
  @Property({ type: 'datetime', nullable: true })
  audienceUntil!: Date | null;

  /** Two bits per assessor in `rated_assessment`; all bits are set if they are unknown. */
  @Property({ type: 'bigint' })
  assessorFilter!: string;

  /** False if the owner does not hide from assessors of the own country; true also if that is unknown. A page then looks it up. */
  @Property({ type: 'boolean' })
  hasLocationPreference!: boolean;
}

/** Who has rated which assessment, or has held a slot on it for as long as one may: the feed leaves those out. */
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

/** An assessor's slot until `expiresAt`. */
@Entity({ tableName: 'assessment_slot' })
export class AssessmentSlotRow {
  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
