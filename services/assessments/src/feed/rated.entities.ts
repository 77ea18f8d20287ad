import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

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
