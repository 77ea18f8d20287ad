import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { exactTime } from '../../lib/language/exact-time';
import { supportTexts } from '../../lib/texts/support';
import { classNames } from '../../ui/dom/dom';
import { toastStore } from '../../ui/toast/toast-store';
import styles from './values.module.css';

/** True for a complete UUID, the format of all ids. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

interface CopyableProps {
  /** The text to copy. */
  value: string;
  /** Name of the value, such as "user id". */
  what: string;
  /** Displayed content; defaults to the value. */
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
  /** Values by name, in display order; empty values are omitted. */
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

/** A time in the browser's time zone with UTC beside it, to the second; the tooltip shows the exact instant. */
export function Moment({ at }: { at: string }) {
  const { local, utc } = exactTime(at);
  return (
    <time className={styles.moment} dateTime={at} title={at}>
      <span>{local}</span> <span className={styles.utc}>{utc}</span>
    </time>
  );
}

/** A state as a word. Good and bad states also have a sign, so that colour is never the only signal. */
export function Pill({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad'; children: ReactNode }) {
  return <span className={classNames(styles.pill, tone !== 'plain' && styles[tone])}>{children}</span>;
}
