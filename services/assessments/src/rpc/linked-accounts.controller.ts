import { linkedAccountsRpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { LinkedAccountsQuery } from '../linked-accounts/linked-accounts.query.js';

const { listLinkedAccounts, getLinkedAccounts } = linkedAccountsRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;

@Controller()
export class LinkedAccountsController {
  constructor(private readonly linked: LinkedAccountsQuery) {}

  @RpcHandler(listLinkedAccounts)
  async list(page: Request<typeof listLinkedAccounts>) {
    return this.linked.page(page);
  }

  @RpcHandler(getLinkedAccounts)
  async get({ userId }: Request<typeof getLinkedAccounts>) {
    return { groups: await this.linked.ofUser(userId) };
  }
}
