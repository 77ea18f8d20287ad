import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAccount } from '../../../features/support/api/accounts';
import { useApprovalAbove } from '../../../features/support/api/corrections';
import { TokenFigures } from '../../../features/support/components/account-tokens';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { CorrectionForm } from '../../../features/support/components/correction-form';
import { Corrections } from '../../../features/support/components/corrections';
import { signed, whole } from '../../../lib/language/language';
import { queryKeys } from '../../../lib/query/keys';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { Failure } from '../../../shared/console/section';
import { isId } from '../../../shared/console/values';
import { PageHeader } from '../../../ui/page-header/page-header';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import styles from './console.module.css';

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

/** Leads back to the account, whose statement then has the new entry. */
export function CorrectionPage({ id }: { id: string }) {
  const { data: details, error, refetch } = useAccount(id);
  const account = details?.account;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const corrected = search.get('transfer') ?? '';
  return (
    <Screen title={supportDeskTexts.correctionTitle} width="wide">
      <ConsoleHeader
        title={supportDeskTexts.correctionTitle}
        lead={supportDeskTexts.correctionLead}
        backTo={`/support/accounts/${id}`}
      />
      {error && !account && (
        <Failure error={error} text={supportAccountTexts.accountFailed} retry={() => void refetch()} />
      )}
      {isId(corrected) && <p className={styles.about}>{supportAccountTexts.correctsTransfer(corrected)}</p>}
      <TokenFigures account={account} />
      {details && (
        <CorrectionForm
          details={details}
          corrects={isId(corrected) ? corrected : undefined}
          onDone={({ state, amount }) => {
            void queryClient.invalidateQueries({ queryKey: queryKeys.support() });
            const isBooked = state === 'booked';
            toastStore.show({
              text: isBooked ? supportDeskTexts.bookedDone(signed(amount)) : supportDeskTexts.waitingDone,
            });
            navigate(isBooked ? `/support/accounts/${id}` : '/support/corrections');
          }}
        />
      )}
    </Screen>
  );
}
