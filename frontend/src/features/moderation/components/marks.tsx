import { CircleAlert, Clock, Lock, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { decimal } from '../../../lib/language/decimal';
import { exactTimeText } from '../../../lib/language/exact-time';
import { useUserId } from '../../../lib/session/use-session';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts } from '../../../lib/texts/moderation-decisions';
import { supportTexts } from '../../../lib/texts/support';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Copyable, shortName } from '../../../shared/console/values';
import { classNames } from '../../../ui/dom/dom';
import type { QueuedCase } from '../case';
import { claimOf } from '../case-state';
import { dueOf, leftText } from '../due';

const severityClasses: Record<number, string> = {
  1: 'marks-severity1 text-danger',
  2: 'marks-severity2',
  3: 'marks-severity3',
};
const toneClasses = {
  plain: 'bg-tone',
  bad: 'bg-danger-soft text-danger',
  good: 'bg-success-soft text-success',
  accent: 'bg-accent-soft text-accent-ink',
};

/** Shows severity as a number and a word, so that colour is never the only signal. */
export function Severity({ severity }: Pick<QueuedCase, 'severity'>) {
  const word = moderationTexts.severities[severity as keyof typeof moderationTexts.severities];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-medium min-[600px]:whitespace-nowrap',
        severityClasses[severity],
      )}
    >
      <span
        className="grid size-5.5 flex-none place-items-center rounded-[6px] bg-tone text-13 font-bold text-ink tabular-nums in-[.marks-severity1]:bg-danger-fill in-[.marks-severity1]:text-on-danger in-[.marks-severity2]:bg-danger-soft in-[.marks-severity2]:text-danger in-[.marks-severity3]:bg-tone-strong"
        aria-hidden="true"
      >
        {severity}
      </span>
      <span className="sr-only">{moderationTexts.severity(severity)} </span>
      {word}
    </span>
  );
}

export function Mark({ tone = 'plain', children }: { tone?: keyof typeof toneClasses; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-pill px-2 py-px text-13 leading-[1.6] font-medium min-[600px]:whitespace-nowrap [&_svg]:size-3.5 [&_svg]:flex-none',
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  );
}

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
    <time
      dateTime={dueAt}
      title={dueAt}
      className={classNames(
        'inline-flex items-center gap-1.5 tabular-nums min-[600px]:whitespace-nowrap [&_svg]:size-3.5 [&_svg]:flex-none',
        isLate || isSoon ? 'font-medium text-danger' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden="true" />
      {text}
    </time>
  );
}

/** Visual hint for a keyboard shortcut. Screen readers get it from `aria-keyshortcuts` instead. */
export function Key({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="min-w-5 rounded-[5px] border border-current px-[5px] text-center font-mono text-13 leading-[1.4] font-regular [@media(hover:none)]:hidden"
    >
      {name}
    </span>
  );
}

export const subjectName = ({ kind, subjectId }: Pick<QueuedCase, 'kind' | 'subjectId'>): string =>
  subjectId === null ? moderationTexts.nobodyKnown : `${moderationTexts.subjects[kind]} ${shortName(subjectId)}`;

interface ClaimProps {
  shown: Pick<QueuedCase, 'claimedBy' | 'claimedUntil'>;
  userId: string;
  now: number;
}

export function Claim({ shown, userId, now }: ClaimProps) {
  const claim = claimOf(shown, userId, now);
  if (claim === 'free') return null;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 tabular-nums min-[600px]:whitespace-nowrap [&_svg]:size-3.5 [&_svg]:flex-none',
        claim === 'own' ? 'font-medium text-success' : 'text-ink-soft',
      )}
    >
      <UserRoundCheck aria-hidden="true" />
      {claimText(shown, userId, now)}
    </span>
  );
}

/** Names the moderator by short id, because the client does not know names, and the time that is left. */
function claimText({ claimedBy, claimedUntil }: ClaimProps['shown'], userId: string, now: number): string {
  const left = claimedUntil ? leftText(claimedUntil, now) : '';
  if (claimedBy === userId) return moderationTexts.claimedByYou(left);
  return moderationTexts.claimedBy(claimedBy ? shortName(claimedBy) : moderationTexts.somebody, left);
}

/** Says who else works on the case, and until when. Returns undefined if nobody else does. */
export function takenText(shown: ClaimProps['shown'], userId: string, now: number): string | undefined {
  const { claimedBy, claimedUntil } = shown;
  if (!claimedBy || !claimedUntil || claimOf(shown, userId, now) !== 'others') return undefined;
  return moderationDecisionTexts.taken(shortName(claimedBy), exactTimeText(claimedUntil));
}

export const decidedText = ({ decision }: Pick<QueuedCase, 'decision'>): string =>
  decision ? moderationDecisionTexts.decisions[decision].decided : moderationTexts.undoneMark;

export function findingText(finding: QueuedCase['screening'][number]): string {
  const texts = moderationTexts.findings;
  if (finding.kind === 'failed') return texts.failed;
  return finding.kind === 'nudity'
    ? texts.nudity(decimal(finding.score, 2))
    : texts[finding.kind](decimal(finding.likeness, 2));
}

/** Names each decision once, with its number. */
export function earlierText(earlier: QueuedCase['earlier']): string {
  const times = Map.groupBy(earlier, (decision) => moderationDecisionTexts.decisions[decision].decided);
  const words = [...times].map(([label, { length }]) =>
    length === 1 ? label : moderationTexts.earlierTimes(label, length),
  );
  return moderationTexts.earlier(words.join(', '));
}

const sureness = (finding: QueuedCase['screening'][number]): number => {
  if (finding.kind === 'failed') return 0;
  return finding.kind === 'nudity' ? finding.score : finding.likeness;
};

/** The reasons of the case; if screening is one of them, the surest finding of each kind. */
export function reasonsText({ reasons, screening }: Pick<QueuedCase, 'reasons' | 'screening'>): string {
  const surestLast = screening.toSorted((one, other) => sureness(one) - sureness(other));
  const found = new Map(surestLast.map((finding) => [finding.kind, findingText(finding)]));
  const words = reasons.flatMap((reason) =>
    reason === 'screening' && found.size > 0 ? [...found.values()] : moderationTexts.reasons[reason],
  );
  return words.join(' · ');
}

export function PersonId({ userId, what = supportTexts.userId }: { userId: string; what?: string }) {
  const own = useUserId();
  const seesAccounts = useCurrentUser().data?.roles.includes('support');
  if (userId === own) return moderationTexts.you;
  return (
    <Copyable value={userId} what={what}>
      {seesAccounts ? (
        <Link to={`/support/accounts/${userId}`} title={userId}>
          {shortName(userId)}
        </Link>
      ) : (
        <code title={userId}>{shortName(userId)}</code>
      )}
    </Copyable>
  );
}
