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
import styles from './case-header.module.css';
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
    <header className={styles.header}>
      <div className={styles.top}>
        <Link to={backTo} className={styles.back} aria-label={moderationTexts.backToQueue} aria-keyshortcuts="Escape">
          <ArrowLeft aria-hidden="true" />
        </Link>
        <h1 className={styles.title}>{reasonsText(shown)}</h1>
        <div className={styles.tools}>
          {place && (
            <>
              <span className={styles.place}>{moderationTexts.place(place.index, place.count)}</span>
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
      <div className={styles.facts}>
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
