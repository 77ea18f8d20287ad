import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What this service knows of a person from the identity service: who may assess, and who is shown to whom. */
@Entity({ tableName: 'participant' })
export class ParticipantRow {
  @PrimaryKey({ type: 'uuid' })
  userId!: string;

  @Property({ type: 'boolean' })
  isApproved!: boolean;

  @Property({ type: 'datetime', nullable: true })
  approvedAt!: Date | null;

  /** The account is deleted: nobody acts under this id any more. */
  @Property({ type: 'boolean' })
  hasLeft!: boolean;

  /** The owner wants an assessment to end by itself once its question is settled. */
  @Property({ type: 'boolean' })
  stopWhenSettled!: boolean;

  @Property({ type: 'text', nullable: true })
  country!: string | null;

  @Property({ type: 'text' })
  locationPreference!: 'NotMine' | 'All';

  /** Stream version of the event that chose the preference: an older one that comes late changes nothing. */
  @Property({ type: 'integer' })
  preferenceVersion!: number;
}
