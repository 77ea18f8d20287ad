import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { supportTexts } from '../../../lib/texts/support';
import { toastStore } from '../../../ui/toast/toast-store';
import styles from './copyable.module.css';

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
