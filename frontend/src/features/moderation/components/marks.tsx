import { CircleAlert, Clock, Lock, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { timeOf } from '../../../lib/language/language';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts } from '../../../lib/texts/moderation-decisions';
import { supportTexts } from '../../../lib/texts/support';
import { classNames } from '../../../ui/dom/dom';
import type { QueuedCase } from '../case';
import { claimOf } from '../case-state';
import { dueOf } from '../due';
import styles from './marks.module.css';

/** Shows severity as a number and a word, so that colour is never the only signal. */
export function Severity({ severity }: Pick<QueuedCase, 'severity'>) {
  const word = moderationTexts.severities[severity as keyof typeof moderationTexts.severities];
  return (
    <span className={classNames(styles.severity, styles[`severity${severity}`])}>
      <span className={styles.number} aria-hidden="true">
        {severity}
      </span>
      <span className="visually-hidden">{moderationTexts.severity(severity)} </span>
      {word}
    </span>
  );
}

export function Mark({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'bad' | 'good' | 'accent';
  children: ReactNode;
}) {
  return <span className={classNames(styles.mark, styles[tone])}>{children}</span>;
}

/** Marks for special states of a case; most cases have none. */
export function CaseMarks({
  status,
  isHeld,
  isUnderLegalHold,
}: Pick<QueuedCase, 'status' | 'isHeld' | 'isUnderLegalHold'>) {
  return (
    <>
      {(status === 'awaiting-second' || status === 'appealed') && (
        <Mark tone="accent">{moderationTexts.statuses[status]}</Mark>
      )}
      {isUnderLegalHold && (
        <Mark>
          <Lock aria-hidden="true" />
          {moderationTexts.legalHold}
        </Mark>
      )}
      {isHeld && <Mark tone="bad">{moderationTexts.held}</Mark>}
    </>
  );
}

export function Due({ dueAt, now }: { dueAt: string; now: number }) {
  const { text, isLate, isSoon } = dueOf(dueAt, now);
  const Icon = isLate ? CircleAlert : Clock;
  return (
    <time dateTime={dueAt} title={dueAt} className={classNames(styles.due, (isLate || isSoon) && styles.urgent)}>
      <Icon aria-hidden="true" />
      {text}
    </time>
  );
}

/** Visual hint for a keyboard shortcut. Screen readers get it from `aria-keyshortcuts` instead. */
export function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className={styles.key}>
      {name}
    </span>
  );
}

/** The first 8 characters of a user id. */
export const shortName = (userId: string): string => supportTexts.shortId(userId.slice(0, 8));

interface ClaimProps {
  shown: Pick<QueuedCase, 'claimedBy' | 'claimedUntil'>;
  userId: string;
  now: number;
}

export function Claim({ shown, userId, now }: ClaimProps) {
  const claim = claimOf(shown, userId, now);
  if (claim === 'free') return null;
  return (
    <span className={classNames(styles.claim, claim === 'own' && styles.own)}>
      <UserRoundCheck aria-hidden="true" />
      {claimText(shown, userId)}
    </span>
  );
}

/** Who has claimed the case, and until when. Moderators appear by short id: the client does not know their names. */
export function claimText({ claimedBy, claimedUntil }: ClaimProps['shown'], userId: string): string {
  const until = claimedUntil ? timeOf(new Date(claimedUntil)) : '';
  if (claimedBy === userId) return moderationTexts.claimedByYou(until);
  return moderationTexts.claimedBy(claimedBy ? shortName(claimedBy) : moderationTexts.somebody, until);
}

export const decidedText = ({ decision }: Pick<QueuedCase, 'decision'>): string =>
  decision ? moderationDecisionTexts.decisions[decision].label : moderationTexts.undoneMark;

export const reasonsText = ({ reasons }: Pick<QueuedCase, 'reasons'>): string =>
  reasons.map((reason) => moderationTexts.reasons[reason]).join(', ');
