import { Migration } from '@mikro-orm/migrations';
import { givenAloneTables } from '../records/given-alone-schema.js';

export class GivenAlone extends Migration {
  override up(): void {
    for (const statement of givenAloneTables) this.addSql(statement);
  }
}
