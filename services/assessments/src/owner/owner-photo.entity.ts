import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What this service knows of a photo from the photos service: whose it is, and whether it stands in the planner. */
@Entity({ tableName: 'owner_photo' })
export class OwnerPhotoRow {
  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'boolean' })
  inPlanner!: boolean;

  @Property({ type: 'boolean' })
  isDeleted!: boolean;

  /** Stream version of the photo's last move: an older one that comes late changes nothing. */
  @Property({ type: 'integer' })
  photoVersion!: number;
}
