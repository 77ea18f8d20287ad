import { LinkedAccountsQuery } from './linked-accounts.query.js';
import { RecentSubmissions } from './submission-habits.js';

export const linkedAccounts = {
  controllers: [LinkedAccountsQuery],
  providers: [RecentSubmissions],
};
