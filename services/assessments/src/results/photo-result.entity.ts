import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { ConfidenceLevel } from './domain/confidence.js';
import type { RankedComment } from './domain/rank-comments.js';

/** Results that the aggregation worker derived from a photo's sums at `revision`. */
@Entity({ tableName: 'photo_result' })
export class PhotoResultRow {
  @PrimaryKey({ type: 'uuid' })
  photoId!: string;

  @Property({ type: 'uuid' })
  ownerId!: string;

  @Property({ type: 'integer' })
  revision!: number;

  @Property({ type: 'integer' })
  rangeLow!: number;

  @Property({ type: 'integer' })
  rangeHigh!: number;

  @Property({ type: 'text' })
  level!: ConfidenceLevel;

  @Property({ type: 'json' })
  rankedComments!: RankedComment[];

  /** Version of the last event in the photo's results stream. */
  @Property({ type: 'integer' })
  streamVersion!: number;
}
