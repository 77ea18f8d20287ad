import { Migration } from '@mikro-orm/migrations';
import { ratingContentTable } from '../photo-assessment/rating-contents.js';

export class RatingContents extends Migration {
  override up(): void {
    for (const statement of ratingContentTable) this.addSql(statement);
  }
}
