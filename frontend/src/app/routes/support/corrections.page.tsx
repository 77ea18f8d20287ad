import { useApprovalAbove } from '../../../features/support/api/corrections';
import { Corrections } from '../../../features/support/components/corrections';
import { whole } from '../../../lib/language/language';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function CorrectionsPage() {
  const above = useApprovalAbove().data;
  return (
    <Screen title={supportDeskTexts.correctionsTitle} width="wide">
      <PageHeader
        title={supportDeskTexts.correctionsTitle}
        lead={
          above === undefined ? supportDeskTexts.correctionsLead : supportDeskTexts.correctionsLeadAbove(whole(above))
        }
      />
      <Corrections />
    </Screen>
  );
}
