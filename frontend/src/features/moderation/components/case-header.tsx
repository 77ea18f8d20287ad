import { ArrowLeft, ChevronDown, ChevronUp, Keyboard } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useUserId } from '../../../lib/session/use-session';
import { moderationTexts } from '../../../lib/texts/moderation';
import { supportKeysTexts } from '../../../lib/texts/support-keys';
import { Copyable } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import type { ShownCase } from '../case';
import { claimOf } from '../case-state';
import { openedText } from '../due';
import { CaseMarks, Claim, Due, decidedText, Key, Mark, reasonsText, Severity, shortName } from './marks';

interface CaseHeaderProps {
  shown: ShownCase;
  now: number;
  backTo: string;
  /** Position in the queue, counted from 1; undefined if the case is not in the queue. */
  place: { readonly index: number; readonly count: number } | undefined;
  isClaiming: boolean;
  onClaim: (() => void) | undefined;
  onStep: (step: 1 | -1) => void;
  onKeys: () => void;
}

export function CaseHeader({ shown, now, backTo, place, isClaiming, onClaim, onStep, onKeys }: CaseHeaderProps) {
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
          <IconButton label={supportKeysTexts.title} icon={<Keyboard />} aria-keyshortcuts="?" onClick={onKeys} />
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
