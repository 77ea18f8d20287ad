import { FeedbackInbox } from '../../../features/support/components/feedback-inbox';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function FeedbackInboxPage() {
  return (
    <Screen title={supportTexts.feedbackTitle} width="wide">
      <PageHeader title={supportTexts.feedbackTitle} lead={supportTexts.feedbackLead} />
      <FeedbackInbox />
    </Screen>
  );
}
