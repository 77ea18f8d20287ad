import { X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ProfileRound } from '../../../features/profile-assessment/round-state';
import { formatMinutes } from '../../../lib/format/format';
import { commonTexts } from '../../../lib/texts/common';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { focusMain } from '../../../ui/dom/dom';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice } from '../../../ui/notice/notice';

/** State of the history entry, left by the page that sent the request. */
export interface Submitted {
  evaluationSubmitted: true;
  groupId: string;
  /** In minutes. */
  estimatedTime: number;
}

/** Shows the request that led here while its round runs. */
export function SubmittedNotice({ current }: { current: ProfileRound | undefined }) {
  const submitted = useLocation().state as Submitted | null;
  const navigate = useNavigate();
  if (!submitted?.evaluationSubmitted || !current?.running || current.groupId !== submitted.groupId) return null;
  const dismiss = () => {
    focusMain();
    navigate('/profile', { replace: true, state: null });
  };
  return (
    <Notice tone="success" action={<IconButton label={commonTexts.dismiss} icon={<X />} onClick={dismiss} />}>
      {profileAssessmentTexts.submitted(formatMinutes(submitted.estimatedTime))}
    </Notice>
  );
}
