import { Migration } from '@mikro-orm/migrations';
import { rewardDaysTable } from '../bookings/reward-days.js';

export class RewardDays extends Migration {
  override up(): void {
    this.addSql(rewardDaysTable);
  }
}
