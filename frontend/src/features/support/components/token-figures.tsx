import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { AccountDetails } from '../api/accounts';
import { Copyable } from './copyable';
import styles from './token-figures.module.css';

/** Undefined: still on its way. */
export function TokenFigures({ account }: { account: AccountDetails['account'] | undefined }) {
  const figures = [
    { name: supportTexts.balance, hint: supportAccountTexts.balanceHint, tokens: account?.balance },
    { name: supportTexts.held, hint: supportAccountTexts.heldHint, tokens: account?.held },
    {
      name: supportTexts.available,
      hint: supportAccountTexts.availableHint,
      tokens: account?.available,
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, hint, tokens }) => (
        <div key={name} className={styles.figure}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.tokens}>
            {tokens === undefined ? (
              <Skeleton width={64} />
            ) : (
              <Copyable value={String(tokens)} what={`${name.toLowerCase()}`}>
                {whole(tokens)}
              </Copyable>
            )}
          </dd>
          <dd className={styles.hint}>{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
