import { linkedAccountsRpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { LinkedAccountsQuery } from './linked-accounts.query.js';
import { RecentSubmissions } from './submission-habits.js';

const { listLinkedAccounts, getLinkedAccounts } = linkedAccountsRpc;

@Controller()
class LinkedAccountsMessages {
  constructor(private readonly linked: LinkedAccountsQuery) {}

  @RpcHandler(listLinkedAccounts)
  async list(page: Sent<typeof listLinkedAccounts>) {
    return this.linked.page(page);
  }

  @RpcHandler(getLinkedAccounts)
  async get({ userId }: Sent<typeof getLinkedAccounts>) {
    return { groups: await this.linked.ofUser(userId) };
  }
}

export const linkedAccounts = {
  controllers: [LinkedAccountsMessages],
  providers: [LinkedAccountsQuery, RecentSubmissions],
};
