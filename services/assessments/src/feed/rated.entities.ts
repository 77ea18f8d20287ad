import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Who has rated which assessment, or has held a place on it for as long as one may: the feed leaves those out. */
@Entity({ tableName: 'rated_assessment' })
export class RatedAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  raterId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;
}

/** When a rater last rated photos of an owner. */
@Entity({ tableName: 'rated_owner' })
export class RatedOwnerRow {
  @PrimaryKey({ type: 'uuid' })
  raterId!: string;

  @PrimaryKey({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'datetime' })
  lastRatedAt!: Date;
}

/** A place that is kept for an assessor until `expiresAt`. */
@Entity({ tableName: 'assessment_slot' })
export class AssessmentSlotRow {
  @PrimaryKey({ type: 'uuid' })
  assessmentId!: string;

  @PrimaryKey({ type: 'uuid' })
  assessorId!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
