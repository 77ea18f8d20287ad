import { Check, Copy } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { exactTime } from '../../lib/language/exact-time';
import { supportTexts } from '../../lib/texts/support';
import { classNames } from '../../ui/dom/dom';
import { FactList } from '../../ui/fact-list/fact-list';
import { toastStore } from '../../ui/toast/toast-store';

export const idClass =
  'font-mono text-[length:max(0.92em,var(--text-13))] wrap-anywhere [a&]:-my-0.5 [a&]:inline-flex [a&]:min-h-target-dense [a&]:items-center';

const toneClasses = { plain: 'bg-tone', good: 'bg-success-soft text-success', bad: 'bg-danger-soft text-danger' };

/** True for a complete UUID, the format of all ids. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const shortName = (id: string): string => supportTexts.shortId(id.slice(0, 8));

interface CopyableProps {
  value: string;
  what: string;
  children?: ReactNode;
}

export async function copyText(text: string, done: string, failed = supportTexts.copyFailed): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toastStore.show({ text: done });
    return true;
  } catch {
    toastStore.show({ text: failed, tone: 'danger' });
    return false;
  }
}

const markedMs = 2_000;

export function Copyable({ value, what, children }: CopyableProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), markedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      {children ?? <code className="font-mono text-[length:max(0.92em,var(--text-13))] wrap-anywhere">{value}</code>}
      <button
        type="button"
        className="-my-1.5 grid size-[max(32px,var(--spacing-target-dense))] flex-none place-items-center rounded-8 border-0 bg-transparent p-0 text-ink-soft hover:bg-tone hover:text-ink [&_svg]:size-[15px]"
        aria-label={supportTexts.copy(what)}
        onClick={async () => setCopied(await copyText(value, supportTexts.copied(what)))}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </button>
    </span>
  );
}

export function Facts({ facts }: Pick<ComponentProps<typeof FactList>, 'facts'>) {
  return (
    <FactList
      facts={facts}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(260px,100%),1fr))] gap-x-6 gap-y-3 rounded-12 border border-line bg-surface p-4 text-14 [&_dd]:wrap-anywhere pointer-coarse:[&_dd_a]:inline-flex pointer-coarse:[&_dd_a]:min-h-target pointer-coarse:[&_dd_a]:min-w-target pointer-coarse:[&_dd_a]:items-center [&_dt]:text-13 [&_dt]:text-ink-soft [&>div]:min-w-0"
    />
  );
}

export function Moment({ at }: { at: string }) {
  const { local, utc } = exactTime(at);
  return (
    <time className="tabular-nums @min-[641px]:whitespace-nowrap [&>span]:inline-block" dateTime={at} title={at}>
      <span>{local}</span> <span className="text-ink-soft">{utc}</span>
    </time>
  );
}

/** Shows a state as a word. Good and bad states also have a sign, so that colour is never the only signal. */
export function Pill({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad'; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-pill px-2.5 py-px text-13 leading-[1.6] font-medium wrap-normal [&_svg]:size-3.5 [&_svg]:flex-none',
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  );
}
