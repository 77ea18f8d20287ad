import { AccountRow } from './projections/balance/account.entity.js';
import { PostingRow } from './projections/statement/posting.entity.js';
import { TransferRow } from './projections/statement/transfer.entity.js';

/** Every read model of the service's database. */
export const entities = [AccountRow, PostingRow, TransferRow];
