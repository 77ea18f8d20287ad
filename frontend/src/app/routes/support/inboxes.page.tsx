import { AuditLog } from '../../../features/support/components/audit-log';
import { DeadLetters } from '../../../features/support/components/dead-letters';
import { FeedbackInbox } from '../../../features/support/components/feedback-inbox';
import { LinkedAccounts } from '../../../features/support/components/linked-accounts';
import { supportDeskTexts, supportLinksTexts } from '../../../lib/texts/support-desk';
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

export function DeadLettersPage() {
  return (
    <Screen title={supportDeskTexts.deadLettersTitle} width="wide">
      <PageHeader title={supportDeskTexts.deadLettersTitle} lead={supportDeskTexts.deadLettersLead} />
      <DeadLetters />
    </Screen>
  );
}

export function AuditLogPage() {
  return (
    <Screen title={supportDeskTexts.auditTitle} width="wide">
      <PageHeader title={supportDeskTexts.auditTitle} lead={supportDeskTexts.auditLead} />
      <AuditLog />
    </Screen>
  );
}

export function LinkedAccountsPage() {
  return (
    <Screen title={supportLinksTexts.title} width="wide">
      <PageHeader title={supportLinksTexts.title} lead={supportLinksTexts.lead} />
      <LinkedAccounts />
    </Screen>
  );
}
