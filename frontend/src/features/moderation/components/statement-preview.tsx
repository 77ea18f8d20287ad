import { MODERATION, type Statement } from '@candid/contracts';
import { moderationDecisionTexts as texts } from '../../../lib/texts/moderation-decisions';
import { StatementCard } from '../../../shared/safety/statement-card';
import type { ShownCase } from '../case';
import { isTold } from '../case-state';
import type { Draft } from '../draft';
import { smallClass } from './decide-sheet-classes';

interface StatementPreviewProps {
  draft: Draft;
  shown: ShownCase;
  now: number;
}

const dayMs = 24 * 3_600_000;

/** Previews the statement of reasons as the person concerned sees it. */
export function StatementPreview({ draft, shown, now }: StatementPreviewProps) {
  return (
    <section aria-label={texts.previewTitle}>
      <h3 className={smallClass}>{texts.previewTitle}</h3>
      {isTold(draft.decision, shown) ? (
        <StatementCard statement={statementOf(draft, shown, now)} level={3} now={now} />
      ) : (
        <p className="rounded-12 border border-dashed border-line-strong p-4 text-14">
          {shown.subjectId === null ? texts.previewNobody : texts.previewUntold}
        </p>
      )}
    </section>
  );
}

/** The statement that the server will issue for this draft. */
function statementOf({ decision, rule, reasons, days }: Draft, shown: ShownCase, now: number): Statement {
  const isViolation = decision !== 'noViolation';
  const inMs = (ms: number) => new Date(now + ms).toISOString();
  const lasts = decision === 'suspendAccount' && Number(days) >= 1 && Number(days) <= MODERATION.suspensionDaysMax;
  return {
    // The server assigns the id; the card does not display it.
    statementId: '' as Statement['statementId'],
    ...{ caseId: shown.caseId, decision, photoId: shown.photoId, about: shown.reasons, issuedAt: inMs(0) },
    ...{ rule: isViolation ? rule : null, reasons: reasons.trim() || texts.previewNone },
    usedScreening: shown.reasons.includes('screening'),
    until: lasts ? inMs(Number(days) * dayMs) : null,
    appealUntil: isViolation ? inMs(MODERATION.appealMs) : null,
    ...{ appeal: null, undoneAt: null },
  };
}
