import { ChangePassword } from '../../../features/account/components/change-password';
import { SessionList } from '../../../features/account/components/session-list';
import { securityTexts } from '../../../lib/texts/security';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import { cardClass, cardsClass } from './account-classes';

export default function SecurityPage() {
  return (
    <Screen title={securityTexts.title} width="wide">
      <PageHeader title={securityTexts.title} backTo="/account" />
      <div className={cardsClass}>
        <section className={cardClass}>
          <h2 className="[&+p]:-mt-3">{securityTexts.devicesTitle}</h2>
          <p className="text-ink-soft">{securityTexts.devicesLead}</p>
          <SessionList />
        </section>
        <section className={cardClass}>
          <h2 className="[&+p]:-mt-3">{securityTexts.passwordTitle}</h2>
          <p className="text-ink-soft">{securityTexts.passwordLead}</p>
          <ChangePassword />
        </section>
      </div>
    </Screen>
  );
}
