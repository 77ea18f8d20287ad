import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

export type TestStatus = 'opened' | 'started' | 'abandoned' | 'reset';

/** Photos started together, by their owner. Written by the projection only. */
@Entity({ tableName: 'test' })
export class TestRow {
  @PrimaryKey({ type: 'uuid' })
  testId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'text' })
  status!: TestStatus;

  /** Without the deleted ones. */
  @Property({ type: 'json' })
  photoIds!: string[];

  /** The last moment to confirm. */
  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
