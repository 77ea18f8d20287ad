import { Migration } from '@mikro-orm/migrations';
import { oneItemPerReward } from '../records/payable-rewards.js';

export class OneItemPerReward extends Migration {
  override up(): void {
    for (const statement of oneItemPerReward) this.addSql(statement);
  }
}
