import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useUserId } from '../../../lib/session/use-session';
import { moderationTexts } from '../../../lib/texts/moderation';
import { supportTexts } from '../../../lib/texts/support';
import { useKeys } from '../../../shared/console/keys';
import { Failure } from '../../../shared/console/section';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type QueuedCase, type QueueFilter, queueFilters, type useQueue } from '../case';
import { claimOf } from '../case-state';
import { heirOf, openedText, stepFrom, useNow } from '../due';
import { useClaim } from '../hooks/use-case-acts';
import { CaseMarks, Claim, Due, decidedText, Mark, reasonsText, Severity } from './marks';

export const filterOf = (search: URLSearchParams): QueueFilter =>
  queueFilters.find((filter) => filter === search.get('status')) ?? 'waiting';

export const queueAddress = (filter: QueueFilter, caseId?: string): string => {
  const search = new URLSearchParams({
    ...(filter !== 'waiting' && { status: filter }),
    ...(caseId !== undefined && { case: caseId }),
  }).toString();
  return `/support/moderation${search && `?${search}`}`;
};
export const caseAddress = (filter: QueueFilter, caseId: string): string =>
  `/support/moderation/${caseId}${filter === 'waiting' ? '' : `?status=${filter}`}`;

interface QueueProps {
  queue: ReturnType<typeof useQueue>;
  filter: QueueFilter;
  onKeys: () => void;
}

export function Queue({ queue, filter, onKeys }: QueueProps) {
  const { data, error } = queue;
  if (data === undefined && error) {
    return <Failure error={error} text={moderationTexts.queueFailed} retry={() => void queue.refetch()} />;
  }
  if (data === undefined) return <PendingQueue />;
  return <Cases key={filter} cases={data.rows} queue={queue} filter={filter} onKeys={onKeys} />;
}

function Cases({ cases, queue, filter, onKeys }: QueueProps & { cases: readonly QueuedCase[] }) {
  const userId = useUserId();
  const now = useNow();
  const navigate = useNavigate();
  const claim = useClaim();
  const [search, setSearch] = useSearchParams();
  const { list, chosen, choose } = useChosen(cases, search.get('case'), (caseId) =>
    setSearch(caseId === undefined ? {} : { ...(filter !== 'waiting' && { status: filter }), case: caseId }, {
      replace: true,
    }),
  );
  const chosenCase = cases.find(({ caseId }) => caseId === chosen);

  const other = filter === 'waiting' ? 'decided' : 'waiting';
  useKeys({
    j: () => choose(1),
    arrowdown: () => choose(1),
    k: () => choose(-1),
    arrowup: () => choose(-1),
    enter: () => chosen && navigate(caseAddress(filter, chosen)),
    c: () => {
      if (chosenCase && chosenCase.status !== 'decided') {
        void claim.run(chosenCase.caseId, claimOf(chosenCase, userId, now) === 'own');
      }
    },
    f: () => navigate(queueAddress(other)),
    '?': onKeys,
  });

  if (cases.length === 0) return <NoCases filter={filter} />;
  return (
    <>
      <ol
        ref={list}
        aria-label={moderationTexts.list}
        className="@container overflow-hidden rounded-12 border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-t-line"
      >
        {cases.map((queued) => (
          <li key={queued.caseId}>
            <Link
              to={caseAddress(filter, queued.caseId)}
              data-case={queued.caseId}
              aria-current={queued.caseId === chosen || undefined}
              tabIndex={queued.caseId === chosen ? 0 : -1}
              className="group/queue-row grid min-h-11 grid-cols-[84px_minmax(0,1fr)_284px_108px_164px] items-center gap-3 border-l-3 border-l-transparent py-[5px] pr-4 pl-3 text-14 leading-[1.35] text-ink tabular-nums no-underline not-aria-current:hover:bg-ground focus-visible:-outline-offset-2 aria-current:border-l-accent aria-current:bg-accent-soft @max-[861px]:grid-cols-[minmax(0,1fr)_auto] @max-[861px]:gap-x-3 @max-[861px]:gap-y-0.5 @max-[861px]:py-3"
            >
              <Row queued={queued} userId={userId} now={now} />
            </Link>
          </li>
        ))}
      </ol>
      {queue.hasNextPage && (
        <Button
          size="s"
          className="mt-3 justify-self-start"
          aria-busy={queue.isFetchingNextPage}
          onClick={() => void queue.fetchNextPage()}
        >
          {queue.isFetchingNextPage ? supportTexts.loading : supportTexts.showMore}
        </Button>
      )}
    </>
  );
}

/** Returns the case that the URL selects. If it leaves the queue, a neighbouring case gets selection and focus. */
function useChosen(cases: readonly QueuedCase[], asked: string | null, remember: (caseId: string | undefined) => void) {
  const list = useRef<HTMLOListElement>(null);
  const ids = cases.map(({ caseId }) => caseId);
  const before = useRef(ids);
  const chosen = heirOf(before.current, ids, asked) ?? null;
  const follows = useRef(asked !== null);
  /** Case whose row got the focus last; the URL follows a moment later. */
  const focused = useRef<string | null>(null);

  useEffect(() => {
    before.current = ids;
  });
  const takeHeir = useEffectEvent(() => {
    if (asked !== null && chosen !== asked) remember(chosen ?? undefined);
  });
  useEffect(() => {
    if (chosen !== null) takeHeir();
  }, [chosen]);
  const focusRow = (caseId: string) => {
    focused.current = caseId;
    const row = list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(caseId)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView?.({ block: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses once for each chosen case
  useLayoutEffect(() => {
    if (follows.current && chosen !== null && focused.current !== chosen) focusRow(chosen);
  }, [chosen]);

  // Focuses at once, so that a key that follows quickly finds the new row.
  const choose = (step: 1 | -1) => {
    const next = stepFrom(ids, focused.current ?? chosen, step);
    follows.current = true;
    if (next !== undefined) focusRow(next);
    remember(next);
  };
  return { list, chosen, choose };
}

function Row({ queued, userId, now }: { queued: QueuedCase; userId: string; now: number }) {
  const isDecided = queued.status === 'decided';
  return (
    <>
      <span className="@max-[861px]:[grid-area:1/1]">
        <Severity severity={queued.severity} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 @max-[861px]:text-16 @max-[861px]:[grid-area:2/1/3/3]">
        <span className="font-medium">{reasonsText(queued)}</span>
        <CaseMarks {...queued} />
        {!isDecided && !queued.mayDecide && <Mark>{moderationTexts.notYours}</Mark>}
      </span>
      <span className="grid grid-cols-[58px_72px_minmax(0,1fr)] gap-3 text-ink-soft @max-[861px]:flex @max-[861px]:flex-wrap @max-[861px]:gap-x-2 @max-[861px]:gap-y-0 @max-[861px]:[grid-area:3/1/4/3] @max-[861px]:[&>span+span::before]:content-['·_']">
        <span>{moderationTexts.kinds[queued.kind]}</span>
        <span>{queued.reports === 0 ? moderationTexts.noReports : moderationTexts.reports(queued.reports)}</span>
        <span>{openedText(queued.openedAt, now)}</span>
      </span>
      <span className="flex @max-[861px]:justify-self-end @max-[861px]:[grid-area:1/2]">
        {isDecided ? decidedText(queued) : <Due dueAt={queued.dueAt} now={now} />}
      </span>
      <span className="group-aria-current/queue-row:*:text-inherit @max-[861px]:[grid-area:4/1/5/3] @max-[861px]:empty:hidden">
        {!isDecided && <Claim shown={queued} userId={userId} now={now} />}
      </span>
    </>
  );
}

function NoCases({ filter }: { filter: QueueFilter }) {
  const isWaiting = filter === 'waiting';
  return (
    <EmptyState
      title={isWaiting ? moderationTexts.caughtUp : moderationTexts.noDecided}
      text={isWaiting ? moderationTexts.caughtUpText : moderationTexts.noDecidedText}
      action={
        <LinkButton to={queueAddress(isWaiting ? 'decided' : 'waiting')}>
          {isWaiting ? moderationTexts.showDecided : moderationTexts.showWaiting}
        </LinkButton>
      }
    />
  );
}

function PendingQueue() {
  return (
    <div role="status" aria-label={moderationTexts.loadingLead} className="grid gap-1">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  );
}
