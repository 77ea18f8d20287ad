import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Facts about a photo from the photos service: its owner, whether it is in the planner, and whether it is deleted. */
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

  /** Stream version of the photo's last move. A late event with an older version changes nothing. */
  @Property({ type: 'integer' })
  photoVersion!: number;
}
