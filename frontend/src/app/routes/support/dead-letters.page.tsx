import { DeadLetters } from '../../../features/support/components/dead-letters';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function DeadLettersPage() {
  return (
    <Screen title={supportTexts.deadLettersTitle} width="wide">
      <PageHeader title={supportTexts.deadLettersTitle} lead={supportTexts.deadLettersLead} />
      <DeadLetters />
    </Screen>
  );
}
