import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useAccount } from '../../../features/support/api/accounts';
import { CorrectionForm } from '../../../features/support/components/correction-form';
import { Failure } from '../../../features/support/components/failure';
import { TokenFigures } from '../../../features/support/components/token-figures';
import { isId } from '../../../features/support/hooks/is-id';
import { signed } from '../../../lib/language/language';
import { queryKeys } from '../../../lib/query/keys';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

/** Leads back to the account, whose statement then has the new entry. */
export function CorrectionPage({ id }: { id: string }) {
  const { data: details, error, refetch } = useAccount(id);
  const account = details?.account;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const corrected = search.get('transfer') ?? '';
  return (
    <Screen title={supportTexts.correctionTitle} width="wide">
      <PageHeader
        title={supportTexts.correctionTitle}
        lead={supportTexts.correctionLead}
        backTo={`/support/accounts/${id}`}
      />
      {error && !account && <Failure error={error} text={supportTexts.accountFailed} retry={() => void refetch()} />}
      {isId(corrected) && <p className={styles.about}>{supportTexts.correctsTransfer(corrected)}</p>}
      <TokenFigures account={account} />
      {details && (
        <CorrectionForm
          details={details}
          corrects={isId(corrected) ? corrected : undefined}
          onDone={({ state, amount }) => {
            void queryClient.invalidateQueries({ queryKey: queryKeys.support() });
            const isBooked = state === 'booked';
            toastStore.show({ text: isBooked ? supportTexts.bookedDone(signed(amount)) : supportTexts.waitingDone });
            navigate(isBooked ? `/support/accounts/${id}` : '/support/corrections');
          }}
        />
      )}
    </Screen>
  );
}
