import type { MailKind } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';

/** The address of an account that gets mails of this kind; undefined where the account is deleted or has switched them off. */
export async function findMailRecipient(
  session: SqlSession,
  userId: string,
  kind: MailKind,
): Promise<string | undefined> {
  const [row] = await session.query<{ email: string }>(
    `select c.email from credentials c left join accounts a using (user_id)
      where c.user_id = $1 and c.deletion_requested_at is null
        and not ($2::text = any (coalesce(a.unwanted_mails, '{}')))`,
    [userId, kind],
  );
  return row?.email;
}
