import { AddPasskeyBatch } from '../../../features/support/components/passkey-batch-form';
import { PasskeyBatchDetails, PasskeyBatches } from '../../../features/support/components/passkey-batches';
import { AddPasskey, Passkeys } from '../../../features/support/components/passkeys';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { Section } from '../../../shared/console/section';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function PasskeysPage() {
  return (
    <Screen title={supportDeskTexts.passkeysTitle} width="wide">
      <PageHeader title={supportDeskTexts.passkeysTitle} lead={supportDeskTexts.passkeysLead} />
      <div className="mb-8">
        <Passkeys />
      </div>
      <Section title={supportDeskTexts.addPasskey}>
        <AddPasskey />
      </Section>
      <Section title={supportDeskTexts.batchesTitle} text={supportDeskTexts.batchesText}>
        <PasskeyBatches />
        <AddPasskeyBatch />
      </Section>
    </Screen>
  );
}

export function PasskeyBatchPage({ id }: { id: string }) {
  return (
    <Screen title={id} width="wide">
      <PasskeyBatchDetails name={id} />
    </Screen>
  );
}
