import type { SqlSession } from '@candid/event-store';

export const welcomedMailboxesTable = `create table welcomed_mailboxes (
  mailbox_hash text primary key,
  welcomed_at timestamptz not null
)`;

/**
 * True for the first sign-up of a mailbox. A second one at the same time waits for the end of the first one's transaction.
 * The row names nobody and outlives the account.
 */
export async function welcomeMailbox(session: SqlSession, mailboxHash: string, now: Date): Promise<boolean> {
  const rows = await session.query(
    `insert into welcomed_mailboxes (mailbox_hash, welcomed_at) values ($1, $2::timestamptz)
     on conflict do nothing returning mailbox_hash`,
    [mailboxHash, now.toISOString()],
  );
  return rows.length === 1;
}
