import { ArrowLeftRight, type LucideIcon, Mail, Radio, Send, Terminal } from 'lucide-react';
import { Link } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts, supportActivityTexts } from '../../../lib/texts/support-account';
import { Copyable, Moment } from '../../../shared/console/values';
import { classNames } from '../../../ui/dom/dom';
import type { TransferTrace } from './transfer';

const softClass = 'font-regular text-ink-soft [p&]:flex [p&]:flex-wrap [p&]:items-center [p&]:gap-x-3 [p&]:pb-1';

const icons: Record<ChainStep['kind'], LucideIcon> = {
  request: Send,
  command: Terminal,
  event: Radio,
  transfer: ArrowLeftRight,
  mail: Mail,
};

export function ChainTimeline({ steps }: { steps: readonly ChainStep[] }) {
  if (steps.length === 0) return <p>{supportAccountTexts.chainEmpty}</p>;
  return (
    <ol className="rounded-12 border border-line bg-surface px-4 py-3 text-14 wrap-anywhere pointer-coarse:[&_a]:inline-flex pointer-coarse:[&_a]:min-h-target pointer-coarse:[&_a]:min-w-target pointer-coarse:[&_a]:items-center">
      {steps.map((step) => (
        <Step key={`${step.kind} ${step.id}`} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { kind, id, at, title, note, service, userId, to, isOwn } }: { step: ChainStep }) {
  const Icon = icons[kind];
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-3 py-2 [&+&]:before:absolute [&+&]:before:-top-2 [&+&]:before:left-[13px] [&+&]:before:h-4 [&+&]:before:w-0.5 [&+&]:before:bg-line',
        isOwn && 'chain-timeline-own',
      )}
    >
      <span
        className="grid size-7 place-items-center rounded-full bg-tone text-ink-soft in-[.chain-timeline-own]:bg-accent-soft in-[.chain-timeline-own]:text-accent-ink [&_svg]:size-[15px]"
        aria-hidden="true"
      >
        <Icon />
      </span>
      <div>
        <p className="flex flex-wrap gap-x-2 font-bold">
          <span className="min-w-[8ch] font-medium text-ink-soft">{supportTexts.steps[kind]}</span>
          {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
          <span className={softClass}>{supportTexts.service(service)}</span>
          {isOwn && <span className={softClass}>{supportAccountTexts.thisTransfer}</span>}
        </p>
        {note && <p className="wrap-anywhere">{note}</p>}
        <p className={softClass}>
          <Moment at={at} /> <Copyable value={id} what={supportAccountTexts.stepIds[kind]} />
          {userId && <Link to={`/support/accounts/${userId}`}>{supportTexts.account}</Link>}
        </p>
      </div>
    </li>
  );
}

type TimelineStep = TransferTrace['timeline'][number];

type ChainStep = ReturnType<typeof chainSteps>[number];

export function chainSteps(timeline: readonly TimelineStep[], ownId?: string) {
  return timeline.map((step) => {
    const { kind, id, at, service, userId } = step;
    const transferId = kind === 'transfer' ? id : transferOf(step.detail);
    const isOwn = transferId !== null && transferId === ownId;
    const to = transferId === null || isOwn ? null : `/support/transfers/${transferId}`;
    return { kind, id, at, service, userId, to, isOwn, title: titleOf(step), note: noteOf(step) };
  });
}

export function linkedTransfers(timeline: readonly TimelineStep[], ownId: string): string[] {
  const ids = timeline.filter(({ kind }) => kind === 'transfer').map(({ id }) => id);
  return [...new Set(ids)].filter((id) => id !== ownId);
}

const transferOf = (stream: string | null): string | null =>
  stream?.startsWith('transfer-') ? stream.slice('transfer-'.length) : null;

function titleOf({ kind, title }: TimelineStep): string {
  if (kind === 'transfer') return (supportAccountTexts.codes as Record<string, string>)[title] ?? title;
  if (kind === 'mail') return supportActivityTexts.mails[title] ?? title;
  return kind === 'event' ? wordsOf(title) : title;
}

function noteOf({ kind, detail, state }: TimelineStep): string | null {
  const states = supportAccountTexts.stepStates as Record<string, string>;
  const outcome = state === null ? null : (states[state] ?? state);
  const amount =
    kind === 'transfer' && detail !== null && /^-?\d+$/.test(detail)
      ? supportAccountTexts.tokens(whole(Number(detail)))
      : detail;
  return [amount, outcome].filter((part) => part !== null && part !== '').join(', ') || null;
}

/** Turns `TransferPosted` into "Transfer posted". */
const wordsOf = (type: string): string =>
  type.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
