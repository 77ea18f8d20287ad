import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format/format';
import { dayOf } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { classNames } from '../../../ui/dom/dom';
import { toastStore } from '../../../ui/toast/toast-store';
import type { SupportAccount } from '../api/accounts';
import styles from './values.module.css';

/** A whole UUID, as all ids are. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

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

/** An account of the ledger by its name; a user's leads to the page about it. */
export function AccountLink({ account }: { account: string }) {
  const { label, id, userId } = accountName(account);
  return (
    <span className={styles.account}>
      {label}
      {id && (userId ? <UserLink userId={id} /> : <code className={styles.id}>{id}</code>)}
    </span>
  );
}

interface Shown {
  /** Its beginning, where many stand side by side; the whole is in the tip. */
  isShort?: boolean;
}

export function UserLink({ userId, isShort }: Shown & { userId: string }) {
  return <IdLink to={`/support/accounts/${userId}`} id={userId} isShort={isShort} />;
}

/** Any id, which the search knows what to do with. */
export function FoundLink({ id, isShort }: Shown & { id: string }) {
  return <IdLink to={`/support?q=${encodeURIComponent(id)}`} id={id} isShort={isShort} />;
}

/** Of a request, or of one of its events. */
export function RequestLink({ id, isShort }: Shown & { id: string }) {
  return <IdLink to={`/support/requests/${encodeURIComponent(id)}`} id={id} isShort={isShort} />;
}

function IdLink({ to, id, isShort }: Shown & { to: string; id: string }) {
  const shown = isShort && isId(id) ? { text: supportTexts.shortId(id.slice(0, 8)), tip: id } : { text: id };
  return (
    <Link to={to} className={styles.id} title={shown.tip}>
      {shown.text}
    </Link>
  );
}

interface CopyableProps {
  /** What lands in the clipboard. */
  value: string;
  /** What it is: "user id". */
  what: string;
  /** What is shown; the value itself where left out. */
  children?: ReactNode;
}

const markedMs = 2_000;

export function Copyable({ value, what, children }: CopyableProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), markedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      toastStore.show({ text: supportTexts.copied(what) });
    } catch {
      toastStore.show({ text: supportTexts.copyFailed, tone: 'danger' });
    }
  };

  return (
    <span className={styles.copyable}>
      {children ?? <code className={styles.code}>{value}</code>}
      <button type="button" className={styles.copy} aria-label={supportTexts.copy(what)} onClick={copy}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </button>
    </span>
  );
}

interface FactsProps {
  /** By name, in this order; those without a value are left out. */
  facts: Readonly<Record<string, ReactNode>>;
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** In the browser's own zone; the exact instant is in the tip. */
export function Moment({ at }: { at: string }) {
  return (
    <time className={styles.moment} dateTime={at} title={at}>
      {formatDateTime(at)}
    </time>
  );
}

/** A state in a word, with its sign where it is good or bad: never by its colour alone. */
export function Pill({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad'; children: ReactNode }) {
  return <span className={classNames(styles.pill, tone !== 'plain' && styles[tone])}>{children}</span>;
}

export function AccountStatus({ account: { eraseAt } }: { account: Pick<SupportAccount, 'eraseAt'> }) {
  if (eraseAt === null) return <Pill>{supportTexts.living}</Pill>;
  return <Pill tone="bad">{supportTexts.deletionOn(dayOf(new Date(eraseAt)))}</Pill>;
}
