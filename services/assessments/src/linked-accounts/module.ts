import { LinkedAccountsQuery } from './find-linked-accounts.js';
import { RecentSubmissions } from './submission-habits.js';

export const linkedAccounts = {
  controllers: [LinkedAccountsQuery],
  providers: [RecentSubmissions],
};
