import { ArrowLeftRight, type LucideIcon, Mail, Radio, Send, Terminal } from 'lucide-react';
import { Link } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { classNames } from '../../../ui/class-names/class-names';
import type { ChainStep } from '../hooks/chain-steps';
import styles from './chain-timeline.module.css';
import { Copyable } from './copyable';
import { Moment } from './moment';

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
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Step key={`${step.kind} ${step.id}`} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { kind, id, at, title, note, service, userId, to, isOwn } }: { step: ChainStep }) {
  const Icon = icons[kind];
  return (
    <li className={classNames(styles.step, isOwn && styles.own)}>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          <span className={styles.kind}>{supportTexts.steps[kind]}</span>
          {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
          <span className={styles.soft}>{supportTexts.service(service)}</span>
          {isOwn && <span className={styles.soft}>{supportAccountTexts.thisTransfer}</span>}
        </p>
        {note && <p className={styles.note}>{note}</p>}
        <p className={styles.soft}>
          <Moment at={at} /> <Copyable value={id} what={supportAccountTexts.stepIds[kind]} />
          {userId && <Link to={`/support/accounts/${userId}`}>{supportAccountTexts.stepAccount}</Link>}
        </p>
      </div>
    </li>
  );
}
