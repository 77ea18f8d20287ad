import { Migration } from '@mikro-orm/migrations';
import { ratingContentTable } from '../results/rating-contents.rows.js';

export class RatingContents extends Migration {
  override up(): void {
    for (const statement of ratingContentTable) this.addSql(statement);
  }
}
