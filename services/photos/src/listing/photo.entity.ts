import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Faces, ReturnPlace, Section } from '../photo/domain/events.js';

export const PHOTO_PROJECTION = 'photo';

/** Where each photo stands, for its owner's lists. Written by the projection only. */
@Entity({ tableName: 'photo' })
export class PhotoRow {
  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  userId!: string;

  @Property({ type: 'text' })
  section!: Section;

  @Property({ type: 'text' })
  returnTo!: ReturnPlace;

  @Property({ type: 'uuid', nullable: true })
  photoAssessmentId!: string | null;

  /** False while it waits in `testing` for the test's start. */
  @Property({ type: 'boolean' })
  testStarted!: boolean;

  @Property({ type: 'integer' })
  timesRated!: number;

  @Property({ type: 'datetime' })
  uploadedAt!: Date;

  @Property({ type: 'boolean' })
  isHeld!: boolean;

  /** A removed photo is in no list. Its place and ratings are still recorded, because the removal may be undone. */
  @Property({ type: 'boolean' })
  isRemoved!: boolean;

  @Property({ type: 'boolean' })
  isCropWanted!: boolean;

  /** Null until the photo is screened. */
  @Property({ type: 'text', nullable: true })
  faces!: Faces | null;
}
