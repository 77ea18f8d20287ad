import { supportAccountTexts } from '../../../lib/texts/support-account';

interface AccountName {
  readonly label: string;
  /** Of the user or the assessment. */
  readonly id?: string;
  readonly userId?: string;
}

/** `user:<id>`, `escrow:<id>`, `platform:<name>`, or all of a kind as `user:*`. */
export function accountName(account: string): AccountName {
  const texts = supportAccountTexts.accounts;
  const [kind, id = ''] = account.split(':');
  if (kind === 'user') return id === '*' ? { label: texts.users } : { label: texts.user, id, userId: id };
  if (kind === 'escrow') return id === '*' ? { label: texts.escrows } : { label: texts.escrow, id };
  return { label: account in texts ? texts[account as keyof typeof texts] : account };
}
