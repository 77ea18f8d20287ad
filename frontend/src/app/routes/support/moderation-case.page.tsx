import { belongsToStaff } from '@candid/contracts';
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { type QueuedCase, type ShownCase, useCase, useQueue } from '../../../features/moderation/case';
import { claimOf, stageOf } from '../../../features/moderation/case-state';
import { ActBar, actKeys } from '../../../features/moderation/components/act-bar';
import { CaseBody } from '../../../features/moderation/components/case-body';
import {
  CaseMarks,
  Claim,
  Due,
  decidedText,
  Key,
  Mark,
  reasonsText,
  Severity,
  takenText,
} from '../../../features/moderation/components/marks';
import { type OpenAct, OpenSheet } from '../../../features/moderation/components/open-sheet';
import { sightKeys, useSight } from '../../../features/moderation/components/photo-panel';
import { nextToDecide, openedText, stepFrom, useNow } from '../../../features/moderation/due';
import { caseAddress, filterOf, queueAddress } from '../../../features/moderation/filter';
import { useClaim } from '../../../features/moderation/hooks/use-case-acts';
import { caseKeys } from '../../../features/moderation/key-groups';
import { useUserId } from '../../../lib/session/use-session';
import { moderationTexts } from '../../../lib/texts/moderation';
import { useCurrentUser } from '../../../lib/user/current-user';
import { useKeys } from '../../../shared/console/keys';
import { Failure } from '../../../shared/console/section';
import { Copyable, shortName } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Screen } from '../../shell/screen';
import { MissingPage } from './missing-page';

export function CasePage({ caseId }: { caseId: string }) {
  const { data, error, refetch } = useCase(caseId);
  if (data === null)
    return (
      <MissingPage
        title={moderationTexts.caseMissing}
        text={moderationTexts.caseMissingText}
        to="/support/moderation"
        label={moderationTexts.backToQueue}
      />
    );
  if (data) return <Case shown={data.case} onLost={() => void refetch()} />;
  return (
    <Screen title={moderationTexts.title} width="wide">
      <h1 className="sr-only">{moderationTexts.title}</h1>
      {error ? (
        <Failure error={error} text={moderationTexts.caseFailed} retry={refetch} />
      ) : (
        <div role="status" aria-label={moderationTexts.loadingCase} className="grid gap-4 pt-6">
          <Skeleton height={72} />
          <Skeleton height={420} />
        </div>
      )}
    </Screen>
  );
}

function Case({ shown, onLost }: { shown: ShownCase; onLost: () => void }) {
  const { caseId } = shown;
  const userId = useUserId();
  const roles = useCurrentUser().data?.roles ?? [];
  const now = useNow();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const { rows: cases } = useQueue(filter).data ?? { rows: [] };
  const sight = useSight();
  const claim = useClaim();
  const [open, setOpen] = useState<OpenAct | null>(null);
  useFollowQueue(shown, cases, onLost);

  const stage = stageOf(shown);
  const backTo = queueAddress(filter, caseId);
  const ids = cases.map((queued) => queued.caseId);
  const step = (by: 1 | -1) => {
    const next = stepFrom(ids, caseId, by);
    if (next && next !== caseId) navigate(caseAddress(filter, next));
  };
  const whose = claimOf(shown, userId, now);
  const mayClaim = shown.status !== 'decided' && shown.mayDecide && whose !== 'others';
  const onClaim = mayClaim ? () => void claim.run(caseId, whose === 'own') : undefined;
  // A closure can be confirmed or dropped while somebody else has the claim.
  const taken = stage === 'second' ? undefined : takenText(shown, userId, now);
  const acts: Parameters<typeof actKeys>[0] = { shown, stage, taken, onAct: setOpen };
  const keys = {
    ...actKeys(acts),
    ...(onClaim && { c: onClaim }),
    ...sightKeys(sight),
    j: () => step(1),
    k: () => step(-1),
    escape: () => navigate(backTo),
  };
  useKeys(keys, { groups: caseKeys });

  return (
    <Screen title={titleOf(shown)} width="wide">
      <CaseHeader
        shown={shown}
        now={now}
        backTo={backTo}
        place={ids.includes(caseId) ? { index: ids.indexOf(caseId) + 1, count: ids.length } : undefined}
        isClaiming={claim.busy}
        onClaim={onClaim}
        onStep={step}
      />
      <CaseBody shown={shown} stage={stage} now={now} sight={sight} onLost={onLost} />
      <ActBar {...acts} seesEvidence={belongsToStaff('evidence', roles)} />
      <OpenSheet
        shown={shown}
        act={open}
        sight={sight}
        onLost={onLost}
        onClose={() => setOpen(null)}
        onJudged={() => setOpen(null)}
        onDecided={() => {
          setOpen(null);
          const next = filter.status === 'waiting' ? nextToDecide(cases, caseId, userId, Date.now()) : undefined;
          navigate(next ? caseAddress(filter, next) : queueAddress(filter));
        }}
      />
    </Screen>
  );
}

/** Title of the most severe reason; the server sorts reasons by severity. */
const titleOf = ({ reasons }: ShownCase): string => moderationTexts.reasons[reasons[0] ?? 'other'];

/** Refetches the case only if its row in the polled queue differs, because the server records each fetch as a view. */
function useFollowQueue(shown: ShownCase, cases: readonly QueuedCase[], askAgain: () => void) {
  const row = cases.find(({ caseId }) => caseId === shown.caseId);
  const differs =
    row !== undefined &&
    (['status', 'claimedBy', 'claimedUntil', 'reports', 'isHeld'] as const).some((name) => row[name] !== shown[name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the row, even if the case is unchanged
  useEffect(() => {
    if (differs) askAgain();
  }, [row]);
}

interface CaseHeaderProps {
  shown: ShownCase;
  now: number;
  backTo: string;
  /** Position in the queue, counted from 1; undefined if the case is not in the queue. */
  place: { readonly index: number; readonly count: number } | undefined;
  isClaiming: boolean;
  onClaim: (() => void) | undefined;
  onStep: (step: 1 | -1) => void;
}

function CaseHeader({ shown, now, backTo, place, isClaiming, onClaim, onStep }: CaseHeaderProps) {
  const userId = useUserId();
  const claim = claimOf(shown, userId, now);
  const waits = shown.status !== 'decided';
  return (
    <header className="grid grid-cols-1 gap-2 py-4">
      <div className="flex items-center gap-2 max-[600px]:flex-wrap">
        <Link
          to={backTo}
          className="-ml-2.5 grid size-target flex-none place-items-center rounded-full text-ink hover:bg-tone [&_svg]:size-5.5"
          aria-label={moderationTexts.backToQueue}
          aria-keyshortcuts="Escape"
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
        <h1 className="min-w-0 flex-1 text-20 wrap-anywhere max-[600px]:order-3 max-[600px]:basis-full">
          {reasonsText(shown)}
        </h1>
        <div className="flex flex-[0_1_auto] flex-wrap items-center justify-end max-[600px]:ml-auto">
          {place && (
            <>
              <span className="mr-1 text-14 whitespace-nowrap text-ink-soft tabular-nums">
                {moderationTexts.place(place.index, place.count)}
              </span>
              <IconButton
                label={moderationTexts.previousCase}
                icon={<ChevronUp />}
                aria-keyshortcuts="k"
                onClick={() => onStep(-1)}
              />
              <IconButton
                label={moderationTexts.nextCase}
                icon={<ChevronDown />}
                aria-keyshortcuts="j"
                onClick={() => onStep(1)}
              />
            </>
          )}
        </div>
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 text-14 text-ink-soft [&_code]:font-mono [&_code]:text-[length:max(0.92em,var(--text-13))]">
        <Severity severity={shown.severity} />
        {waits ? <Due dueAt={shown.dueAt} now={now} /> : <Mark>{decidedText(shown)}</Mark>}
        <CaseMarks {...shown} />
        <span>{moderationTexts.kinds[shown.kind]}</span>
        <span>{openedText(shown.openedAt, now)}</span>
        <Copyable value={shown.caseId} what={moderationTexts.caseWord}>
          <code>{shortName(shown.caseId)}</code>
        </Copyable>
        {waits && claim !== 'free' && <Claim shown={shown} userId={userId} now={now} />}
        {onClaim && (
          <Button size="s" busy={isClaiming} aria-keyshortcuts="c" onClick={onClaim}>
            {claim === 'own' ? moderationTexts.release : moderationTexts.claim}
            <Key name="C" />
          </Button>
        )}
      </div>
    </header>
  );
}
