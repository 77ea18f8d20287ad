import { useNavigate } from 'react-router-dom';
import { DeleteAccount } from '../../../features/account/components/delete-account';
import { ExportAccount } from '../../../features/account/components/export-account';
import { accountTexts } from '../../../lib/texts/account';
import { yourDataTexts } from '../../../lib/texts/your-data';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import { cardClass, cardsClass } from './account-classes';

export default function YourDataPage() {
  const navigate = useNavigate();
  return (
    <Screen title={accountTexts.yourData} width="wide">
      <PageHeader title={accountTexts.yourData} backTo="/account" lead={yourDataTexts.lead} />
      <div className={cardsClass}>
        <section className={cardClass}>
          <h2 className="[&+p]:-mt-3">{yourDataTexts.exportTitle}</h2>
          <ExportAccount />
        </section>
        <section className={cardClass}>
          <h2 className="[&+p]:-mt-3">{yourDataTexts.deleteTitle}</h2>
          <p className="text-ink-soft">{yourDataTexts.deleteLead}</p>
          {/* The guard leads there, too, unless the session ended by itself before the answer came. */}
          <DeleteAccount onDeleted={() => navigate('/landing', { replace: true })} />
        </section>
      </div>
    </Screen>
  );
}
