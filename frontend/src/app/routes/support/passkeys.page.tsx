import { AddPasskey } from '../../../features/support/components/add-passkey';
import { Passkeys } from '../../../features/support/components/passkeys';
import { Section } from '../../../features/support/components/section';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export function PasskeysPage() {
  return (
    <Screen title={supportTexts.passkeysTitle} width="wide">
      <PageHeader title={supportTexts.passkeysTitle} lead={supportTexts.passkeysLead} />
      <div className={styles.who}>
        <Passkeys />
      </div>
      <Section title={supportTexts.addPasskey}>
        <AddPasskey />
      </Section>
    </Screen>
  );
}
