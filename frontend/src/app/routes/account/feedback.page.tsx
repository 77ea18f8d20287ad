import { FeedbackForm } from '../../../features/account/components/feedback-form';
import { accountTexts } from '../../../lib/texts/account';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export default function FeedbackPage() {
  return (
    <Screen title={accountTexts.feedbackTitle}>
      <PageHeader title={accountTexts.feedbackTitle} backTo="/account" lead={accountTexts.feedbackLead} />
      <FeedbackForm />
    </Screen>
  );
}
