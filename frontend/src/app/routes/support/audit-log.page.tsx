import { AuditLog } from '../../../features/support/components/audit-log';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function AuditLogPage() {
  return (
    <Screen title={supportDeskTexts.auditTitle} width="wide">
      <PageHeader title={supportDeskTexts.auditTitle} lead={supportDeskTexts.auditLead} />
      <AuditLog />
    </Screen>
  );
}
