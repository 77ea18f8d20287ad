import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Facts that decide who may assess and who is shown to whom, mostly from the identity service. */
@Entity({ tableName: 'participant' })
export class ParticipantRow {
  @PrimaryKey({ type: 'uuid' })
  userId!: string;

  @Property({ type: 'boolean' })
  isApproved!: boolean;

  @Property({ type: 'datetime', nullable: true })
  approvedAt!: Date | null;

  /** True if the account is deleted: nobody acts under this id any more. */
  @Property({ type: 'boolean' })
  hasLeft!: boolean;

  /** Whether the owner wants an assessment to end automatically once its question is settled. */
  @Property({ type: 'boolean' })
  stopWhenSettled!: boolean;

  @Property({ type: 'text', nullable: true })
  country!: string | null;

  @Property({ type: 'text' })
  locationPreference!: 'NotMine' | 'All';

  /** Stream version of the event that set the preference. A late event with an older version changes nothing. */
  @Property({ type: 'integer' })
  preferenceVersion!: number;
}
