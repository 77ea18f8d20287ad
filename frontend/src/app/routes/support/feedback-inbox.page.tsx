import { FeedbackInbox } from '../../../features/support/components/feedback-inbox';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function FeedbackInboxPage() {
  return (
    <Screen title={supportDeskTexts.feedbackTitle} width="wide">
      <PageHeader title={supportDeskTexts.feedbackTitle} lead={supportDeskTexts.feedbackLead} />
      <FeedbackInbox />
    </Screen>
  );
}
