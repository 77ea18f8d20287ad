import { supportAccountRoutes, supportCorrectionsRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TokenFigures } from '../../../features/support/components/account-tokens';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { CorrectionForm } from '../../../features/support/components/correction-form';
import { Corrections, tokenReads } from '../../../features/support/components/corrections';
import { signed, whole } from '../../../lib/language/language';
import { forget, useRead, useReadOrNull } from '../../../lib/query/use-read';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { Failure } from '../../../shared/console/section';
import { isId } from '../../../shared/console/values';
import { PageHeader } from '../../../ui/page-header/page-header';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';

export function CorrectionsPage() {
  // The amount in tokens above which a second person has to approve.
  const above = useRead(
    supportCorrectionsRoutes.listCorrections,
    { query: { limit: 1 } },
    { staleTime: Number.POSITIVE_INFINITY },
  ).data?.approvalAbove;
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
  const { data: details, error, refetch } = useReadOrNull(supportAccountRoutes.getAccount, { params: { userId: id } });
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
      {isId(corrected) && (
        <p className="mb-4 wrap-anywhere text-ink-soft">{supportAccountTexts.correctsTransfer(corrected)}</p>
      )}
      <TokenFigures account={account} />
      {details && (
        <CorrectionForm
          details={details}
          corrects={isId(corrected) ? corrected : undefined}
          onDone={({ state, amount }) => {
            void forget(queryClient, ...tokenReads);
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
