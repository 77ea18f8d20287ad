import type { MODERATION } from '@candid/contracts';

/** One decision that suspends or closes the account. Its events arrive in any order, and each sets its own field. */
export interface Suspension {
  decidedAt?: string;
  /** End of the suspension; null if the account is closed. */
  until?: string | null;
  liftedAt?: string;
  appealedAt?: string;
  appealDecidedAt?: string;
}

/** Suspensions, keyed by the statement id of the decision. */
export type Suspensions = Record<string, Suspension>;

export type SuspensionEvent =
  /** `until` is null for an account that is closed. */
  | { type: 'AccountSuspended'; data: { statementId: string; until: string | null; decidedAt: string } }
  /** The event of the lifted decision may arrive later and then suspends nothing. */
  | { type: 'SuspensionLifted'; data: { statementId: string; liftedAt: string } }
  | { type: 'SuspensionAppealed'; data: { statementId: string; filedAt: string } }
  | { type: 'SuspensionAppealDecided'; data: { statementId: string; decidedAt: string } };

const TYPES: Record<SuspensionEvent['type'], true> = {
  AccountSuspended: true,
  SuspensionLifted: true,
  SuspensionAppealed: true,
  SuspensionAppealDecided: true,
};

export const isAboutSuspension = (event: { type: string }): event is SuspensionEvent =>
  Object.hasOwn(TYPES, event.type);

/** Records a fact from moderation once. A repeat, or a later fact of the same kind, changes nothing. */
export function decideSuspension(fact: SuspensionEvent, suspensions: Suspensions): SuspensionEvent[] {
  const known = suspensions[fact.data.statementId] ?? {};
  return Object.keys(changeOf(fact)).some((field) => field in known) ? [] : [fact];
}

export function evolveSuspensions(suspensions: Suspensions, event: SuspensionEvent): Suspensions {
  return { ...suspensions, [event.data.statementId]: { ...suspensions[event.data.statementId], ...changeOf(event) } };
}

function changeOf(event: SuspensionEvent): Suspension {
  switch (event.type) {
    case 'AccountSuspended':
      return { until: event.data.until, decidedAt: event.data.decidedAt };
    case 'SuspensionLifted':
      return { liftedAt: event.data.liftedAt };
    case 'SuspensionAppealed':
      return { appealedAt: event.data.filedAt };
    case 'SuspensionAppealDecided':
      return { appealDecidedAt: event.data.decidedAt };
  }
}

/** Combined effect of all decisions that are not lifted. */
export interface Standing {
  /** Latest end of the suspensions that are not lifted, even if it has passed; undefined without a suspension. */
  suspendedUntil: string | undefined;
  isClosed: boolean;
  /** Time at which a closed account is deleted; undefined for an open account and during an appeal. */
  deleteAt: string | undefined;
}

/** How long a decision can be appealed, and how long data is kept after that. */
type ClosureTimes = Pick<typeof MODERATION, 'appealMs' | 'retentionMs'>;

export function standingOf(suspensions: Suspensions, times: ClosureTimes): Standing {
  const standing = Object.values(suspensions).filter(({ decidedAt, liftedAt }) => decidedAt && !liftedAt);
  const ends = standing.flatMap(({ until }) => until ?? []);
  const closures = standing.filter(({ until }) => until === null);
  const isAppealed = closures.some(({ appealedAt, appealDecidedAt }) => appealedAt && !appealDecidedAt);
  const deletions = closures.map((closure) => deletionOf(closure, times)).toSorted();
  return {
    suspendedUntil: ends.toSorted().at(-1),
    isClosed: closures.length > 0,
    deleteAt: isAppealed ? undefined : deletions[0],
  };
}

/** Retention starts at the end of the appeal period, or at the answer to an appeal if that is later. */
function deletionOf({ decidedAt, appealDecidedAt }: Suspension, { appealMs, retentionMs }: ClosureTimes): string {
  const appealEnd = Date.parse(decidedAt!) + appealMs;
  const answered = appealDecidedAt === undefined ? appealEnd : Date.parse(appealDecidedAt);
  return new Date(Math.max(appealEnd, answered) + retentionMs).toISOString();
}
