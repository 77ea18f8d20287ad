import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

export type StartStatus = 'opened' | 'started' | 'abandoned' | 'reset';

/** A photo assessment. Only the projection writes it. */
@Entity({ tableName: 'photo_assessment' })
export class PhotoAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  photoAssessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'text' })
  status!: StartStatus;

  /** Photo ids without deleted photos. */
  @Property({ type: 'json' })
  photoIds!: string[];

  /** Deadline for the confirmation of the start. */
  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
