import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

export type StartStatus = 'opened' | 'started' | 'abandoned' | 'reset';

/** Photos started together, by their owner. Written by the projection only. */
@Entity({ tableName: 'photo_assessment' })
export class PhotoAssessmentRow {
  @PrimaryKey({ type: 'uuid' })
  photoAssessmentId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'text' })
  status!: StartStatus;

  /** Without the deleted ones. */
  @Property({ type: 'json' })
  photoIds!: string[];

  /** The last moment to confirm. */
  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
