import { SelectionPreview } from '../../../features/selection-preview/components/selection-preview';
import { demoTexts } from '../../../lib/texts/demo';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export default function SelectionPage() {
  return (
    <Screen title={demoTexts.selectionTitle}>
      <PageHeader title={demoTexts.selectionTitle} lead={demoTexts.selectionLead} />
      <SelectionPreview />
    </Screen>
  );
}
