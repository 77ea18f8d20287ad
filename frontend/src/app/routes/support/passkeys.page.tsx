import { AddPasskey } from '../../../features/support/components/add-passkey';
import { Passkeys } from '../../../features/support/components/passkeys';
import { Section } from '../../../features/support/components/section';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export function PasskeysPage() {
  return (
    <Screen title={supportDeskTexts.passkeysTitle} width="wide">
      <PageHeader title={supportDeskTexts.passkeysTitle} lead={supportDeskTexts.passkeysLead} />
      <div className={styles.who}>
        <Passkeys />
      </div>
      <Section title={supportDeskTexts.addPasskey}>
        <AddPasskey />
      </Section>
    </Screen>
  );
}
