import { X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import type { ProfileGroup } from '../../../features/profile-assessment/api/groups';
import { formatMinutes } from '../../../lib/format/format';
import { commonTexts } from '../../../lib/texts/common';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice } from '../../../ui/notice/notice';

const Submitted = z.object({
  evaluationSubmitted: z.literal(true),
  groupId: z.string(),
  /** In minutes. */
  estimatedTime: z.number(),
});
export type Submitted = z.infer<typeof Submitted>;

/** Tells of the request that led here, as long as it runs. */
export function SubmittedNotice({ current }: { current: ProfileGroup | undefined }) {
  const submitted = Submitted.safeParse(useLocation().state);
  const navigate = useNavigate();
  if (!submitted.success || !current?.running || current.groupId !== submitted.data.groupId) return null;
  return (
    <Notice
      tone="success"
      action={
        <IconButton
          label={commonTexts.dismiss}
          icon={<X />}
          onClick={() => navigate('/profile', { replace: true, state: null })}
        />
      }
    >
      {profileAssessmentTexts.submitted(formatMinutes(submitted.data.estimatedTime))}
    </Notice>
  );
}
