import { Statement } from '../../../features/tokens/components/statement';
import { statementTexts } from '../../../lib/texts/statement';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export default function StatementPage() {
  return (
    <Screen title={statementTexts.title}>
      <PageHeader title={statementTexts.title} backTo="/account" lead={statementTexts.lead} />
      <Statement />
    </Screen>
  );
}
