import { AuditLog } from '../../../features/support/components/audit-log';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function AuditLogPage() {
  return (
    <Screen title={supportTexts.auditTitle} width="wide">
      <PageHeader title={supportTexts.auditTitle} lead={supportTexts.auditLead} />
      <AuditLog />
    </Screen>
  );
}
