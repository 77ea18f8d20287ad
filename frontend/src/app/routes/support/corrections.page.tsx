import { useApprovalAbove } from '../../../features/support/api/corrections';
import { Corrections } from '../../../features/support/components/corrections';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function CorrectionsPage() {
  const above = useApprovalAbove().data;
  return (
    <Screen title={supportTexts.correctionsTitle} width="wide">
      <PageHeader
        title={supportTexts.correctionsTitle}
        lead={above === undefined ? supportTexts.correctionsLead : supportTexts.correctionsLeadAbove(whole(above))}
      />
      <Corrections />
    </Screen>
  );
}
