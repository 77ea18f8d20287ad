import { DeadLetters } from '../../../features/support/components/dead-letters';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function DeadLettersPage() {
  return (
    <Screen title={supportDeskTexts.deadLettersTitle} width="wide">
      <PageHeader title={supportDeskTexts.deadLettersTitle} lead={supportDeskTexts.deadLettersLead} />
      <DeadLetters />
    </Screen>
  );
}
