import { Migration } from '@mikro-orm/migrations';
import { payableRewardsIndex } from '../records/payable-rewards.js';

export class PayableRewards extends Migration {
  override up(): void {
    this.addSql(payableRewardsIndex);
  }
}
