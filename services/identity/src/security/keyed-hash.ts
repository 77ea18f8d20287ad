import { createHmac } from 'node:crypto';

export type HashPurpose =
  | 'mailbox'
  | 'passkey'
  | 'recovery-code'
  | 'second-factor-use'
  | 'mailed-mailbox'
  | 'notice-network'
  | 'notice-confirmation';

/** Without the key nobody can compute or try out values; each purpose has hashes of its own. */
export class KeyedHash {
  constructor(private readonly key: string) {}

  /** In hexadecimal digits. */
  of(purpose: HashPurpose, value: string): string {
    return createHmac('sha256', this.key).update(`${purpose}\n${value}`).digest('hex');
  }
}
