import { FileText, ImageOff, Lock, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useUserId } from '../../../lib/session/use-session';
import { moderationTexts } from '../../../lib/texts/moderation';
import { supportTexts } from '../../../lib/texts/support';
import { useKeys } from '../../../shared/console/keys';
import { Failure } from '../../../shared/console/section';
import { Button, LinkButton } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { QueuedCase, useQueue } from '../case';
import { claimOf } from '../case-state';
import { heirOf, openedText, stepFrom, useNow } from '../due';
import { allOf, caseAddress, isNarrow, type QueueFilter, queueAddress } from '../filter';
import { useClaim } from '../hooks/use-case-acts';
import { queueKeys } from '../key-groups';
import { CaseMarks, Claim, Due, decidedText, earlierText, Mark, reasonsText, Severity, subjectName } from './marks';
import { greyscale } from './photo-panel';

interface QueueProps {
  queue: ReturnType<typeof useQueue>;
  filter: QueueFilter;
}

export function Queue({ queue, filter }: QueueProps) {
  const { data, error } = queue;
  if (data === undefined && error) {
    return <Failure error={error} text={moderationTexts.queueFailed} retry={() => void queue.refetch()} />;
  }
  if (data === undefined) return <PendingQueue />;
  return <Cases key={queueAddress(filter)} cases={data.rows} queue={queue} filter={filter} />;
}

function Cases({ cases, queue, filter }: QueueProps & { cases: readonly QueuedCase[] }) {
  const userId = useUserId();
  const now = useNow();
  const navigate = useNavigate();
  const claim = useClaim();
  const [search] = useSearchParams();
  const { list, chosen, choose } = useChosen(cases, search.get('case'), (caseId) =>
    navigate(queueAddress(filter, caseId), { replace: true }),
  );
  const chosenCase = cases.find(({ caseId }) => caseId === chosen);

  const other = filter.status === 'waiting' ? 'decided' : 'waiting';
  const keys = {
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
    a: () => {
      if (chosenCase?.subjectId) navigate(queueAddress(allOf(chosenCase.subjectId), chosenCase.caseId));
    },
    f: () => navigate(queueAddress({ ...filter, status: other })),
  };
  useKeys(keys, { groups: queueKeys });

  if (cases.length === 0) return <NoCases filter={filter} />;
  return (
    <>
      <div className="@container overflow-hidden rounded-12 border border-line bg-surface">
        <ColumnHeadings />
        <ol ref={list} aria-label={moderationTexts.list} className="[&>li+li]:border-t [&>li+li]:border-t-line">
          {cases.map((queued) => (
            <li key={queued.caseId}>
              <Link
                to={caseAddress(filter, queued.caseId)}
                data-case={queued.caseId}
                aria-current={queued.caseId === chosen || undefined}
                tabIndex={queued.caseId === chosen ? 0 : -1}
                className="group/queue-row grid min-h-11 grid-cols-[36px_84px_minmax(0,1fr)_148px_108px_164px] items-center gap-3 border-l-3 border-l-transparent py-[5px] pr-4 pl-3 text-14 leading-[1.35] text-ink tabular-nums no-underline not-aria-current:hover:bg-ground focus-visible:-outline-offset-2 aria-current:border-l-accent aria-current:bg-tone @max-[861px]:grid-cols-[44px_minmax(0,1fr)_auto] @max-[861px]:items-start @max-[861px]:gap-x-3 @max-[861px]:gap-y-0.5 @max-[861px]:py-3"
              >
                <Row queued={queued} userId={userId} now={now} />
              </Link>
            </li>
          ))}
        </ol>
      </div>
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

/** Headings for the eye only: each row is one link, and its own text names its parts. */
function ColumnHeadings() {
  const { severity, case: about, reports, due, claim } = moderationTexts.columns;
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[36px_84px_minmax(0,1fr)_148px_108px_164px] gap-3 border-b border-b-line py-2 pr-4 pl-[15px] text-13 font-medium text-ink-soft @max-[861px]:hidden"
    >
      <span />
      {[severity, about, reports, due, claim].map((heading) => (
        <span key={heading}>{heading}</span>
      ))}
    </div>
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
      <Thumbnail queued={queued} />
      <span className="@max-[861px]:[grid-area:1/2]">
        <Severity severity={queued.severity} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere @max-[861px]:[grid-area:2/2/3/4]">
        <span className="font-medium @max-[861px]:text-16">{reasonsText(queued)}</span>
        <CaseMarks {...queued} />
        {!isDecided && !queued.mayDecide && <Mark>{moderationTexts.notYours}</Mark>}
        <span className="basis-full text-ink-soft">{subjectText(queued)}</span>
      </span>
      <span className="grid text-ink-soft @max-[861px]:flex @max-[861px]:flex-wrap @max-[861px]:gap-x-1 @max-[861px]:[grid-area:3/2/4/4] @max-[861px]:[&>span+span::before]:content-['·_']">
        <span>{`${moderationTexts.kinds[queued.kind]} · ${reportsText(queued)}`}</span>
        <span>{openedText(queued.openedAt, now)}</span>
      </span>
      <span className="flex @max-[861px]:justify-self-end @max-[861px]:[grid-area:1/3]">
        {isDecided ? decidedText(queued) : <Due dueAt={queued.dueAt} now={now} />}
      </span>
      <span className="group-aria-current/queue-row:*:text-inherit @max-[861px]:[grid-area:4/2/5/4] @max-[861px]:empty:hidden">
        {!isDecided && <Claim shown={queued} userId={userId} now={now} />}
      </span>
    </>
  );
}

const reportsText = ({ reports }: QueuedCase): string =>
  reports === 0 ? moderationTexts.noReports : moderationTexts.reports(reports);

const subjectText = (queued: QueuedCase): string =>
  queued.subjectId !== null && queued.earlier.length > 0
    ? `${subjectName(queued)} · ${earlierText(queued.earlier)}`
    : subjectName(queued);

/** Shows a few blurred pixels, or why there are none. */
function Thumbnail({ queued: { kind, photoId, preview, isUnderLegalHold } }: { queued: QueuedCase }) {
  const isGrey = greyscale.use();
  const ofNoPhoto = kind === 'assessor' ? UserRound : FileText;
  const Icon = isUnderLegalHold ? Lock : photoId === null ? ofNoPhoto : ImageOff;
  return (
    <span
      className="grid aspect-4/5 w-full place-items-center overflow-hidden rounded-8 bg-tone text-ink-soft @max-[861px]:[grid-area:1/1/5/2] [&_svg]:size-4"
      aria-hidden="true"
    >
      {preview ? (
        <img src={preview} alt="" className={classNames('size-full object-cover', isGrey && 'grayscale')} />
      ) : (
        <Icon />
      )}
    </span>
  );
}

function NoCases({ filter }: { filter: QueueFilter }) {
  const { status } = filter;
  const [title, text, shown] = isNarrow(filter)
    ? ([moderationTexts.noMatch, moderationTexts.noMatchText, status] as const)
    : emptyTexts[status];
  const labels = { waiting: moderationTexts.showWaiting, decided: moderationTexts.showDecided };
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <LinkButton to={queueAddress({ status: shown })}>
          {isNarrow(filter) || shown === 'all' ? moderationTexts.showUnfiltered : labels[shown]}
        </LinkButton>
      }
    />
  );
}

/** Title, text and the status of the cases to look at instead. */
const emptyTexts = {
  waiting: [moderationTexts.caughtUp, moderationTexts.caughtUpText, 'decided'],
  decided: [moderationTexts.noDecided, moderationTexts.noDecidedText, 'waiting'],
  all: [moderationTexts.noCases, moderationTexts.noCasesText, 'waiting'],
} as const;

function PendingQueue() {
  return (
    <div role="status" aria-label={moderationTexts.loadingLead} className="grid gap-1">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={56} />
      ))}
    </div>
  );
}
