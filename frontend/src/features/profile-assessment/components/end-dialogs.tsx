import { commonTexts } from '../../../lib/texts/common';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { useLingering } from '../../../ui/sheet/use-lingering';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { unusedTokens } from '../round-state';

/** The question before a profile assessment ends, and the tokens that came back. */
export function EndDialogs({ assessments }: { assessments: ProfileAssessments }) {
  const asked = useLingering(assessments.asking);
  const refund = useLingering(assessments.refundedTokens);
  return (
    <>
      <ConfirmDialog
        open={asked.open}
        danger
        title={texts.endTitle}
        text={<p>{texts.endText(asked.shown ? unusedTokens(asked.shown) : 0)}</p>}
        confirm={texts.endConfirm}
        cancel={texts.keep}
        busy={assessments.busy}
        problem={assessments.problem}
        onConfirm={assessments.end}
        onCancel={assessments.keep}
      />
      <ConfirmDialog
        open={refund.open}
        title={texts.refundTitle}
        text={<p>{texts.refunded(refund.shown ?? 0)}</p>}
        confirm={commonTexts.done}
        onConfirm={assessments.refundSeen}
        onCancel={assessments.refundSeen}
      />
    </>
  );
}
