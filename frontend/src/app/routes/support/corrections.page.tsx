import { supportAccountRoutes, supportCorrectionsRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TokenFigures } from '../../../features/support/components/account-tokens';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { type Correction as Booked, Corrections, tokenReads } from '../../../features/support/components/corrections';
import { type AccountDetails, accountText } from '../../../features/support/components/values';
import { reasonProblem, ticketLengthMax, tokensMax, tokensProblem } from '../../../features/support/form-rules';
import { messageOf } from '../../../lib/api/errors';
import { signed, whole } from '../../../lib/language/language';
import { useAct } from '../../../lib/query/use-act';
import { forget, useRead, useReadOrNull } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { Failure } from '../../../shared/console/section';
import { isId } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { Segmented } from '../../../ui/segmented/segmented';
import { fieldOf } from '../../../ui/text-field/field-of';
import { TextArea, TextField } from '../../../ui/text-field/text-field';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';
import { Screen } from '../../shell/screen';

export function CorrectionsPage() {
  // The amount in tokens above which a second person has to approve.
  const above = useRead(
    supportCorrectionsRoutes.listCorrections,
    { query: { limit: 1 } },
    { staleTime: Number.POSITIVE_INFINITY },
  ).data?.approvalAbove;
  return (
    <HeadedScreen
      title={supportTexts.nav.corrections}
      lead={
        above === undefined ? supportDeskTexts.correctionsLead : supportDeskTexts.correctionsLeadAbove(whole(above))
      }
    >
      <Corrections />
    </HeadedScreen>
  );
}

export function CorrectionPage({ id }: { id: string }) {
  const { data: details, error, refetch } = useReadOrNull(supportAccountRoutes.getAccount, { params: { userId: id } });
  const account = details?.account;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const corrected = search.get('transfer') ?? '';
  return (
    <Screen title={supportAccountTexts.correct} width="wide">
      <ConsoleHeader
        title={supportAccountTexts.correct}
        lead={
          <>
            {account && <b>{accountText(account)}</b>} {supportDeskTexts.correctionLead}
          </>
        }
        backTo={`/support/accounts/${id}`}
      />
      {error && !account && <Failure error={error} text={supportAccountTexts.accountFailed} retry={refetch} />}
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

interface Correction {
  readonly direction: 'give' | 'take';
  readonly tokens: string;
  readonly reason: string;
  readonly ticket: string;
}

interface CorrectionFormProps {
  details: AccountDetails;
  corrects?: string;
  onDone: (correction: Booked) => void;
}

const directions = [
  { value: 'give', label: supportDeskTexts.give },
  { value: 'take', label: supportDeskTexts.takeBack },
] as const;

/** Shows the effect before the correction is booked, because a ledger entry is permanent. */
export function CorrectionForm({ details, corrects, onDone }: CorrectionFormProps) {
  const form = useForm<Correction>({ defaultValues: { direction: 'give', tokens: '', reason: '', ticket: '' } });
  const [asked, setAsked] = useState<Correction | null>(null);
  const booking = useAct(supportCorrectionsRoutes.requestCorrection);

  const { account, aloneLeft } = details;
  const before = account.available;
  const amount = asked ? amountOf(asked) : 0;
  const needsApproval = Math.abs(amount) > aloneLeft;
  const question = amount > 0 ? supportDeskTexts.confirmGive : supportDeskTexts.confirmTake;

  const book = async (correction: Correction) => {
    const ticket = correction.ticket.trim();
    const why = { reason: correction.reason.trim(), ...(ticket && { ticket }) };
    const body = { userId: account.userId, amount, corrects, ...why };
    const done = await booking.run({ body }).catch(() => null);
    if (!done) return;
    setAsked(null);
    onDone(done.correction);
  };

  return (
    <>
      <form
        className="grid max-w-120 gap-5 wide:max-w-200 wide:grid-cols-2 wide:items-start [&_textarea]:min-h-18 wide:[&>[role=alert]]:col-span-full wide:[&>button]:col-span-full wide:[&>button]:justify-self-start"
        noValidate
        onSubmit={form.handleSubmit((correction) => {
          booking.reset();
          setAsked(correction);
        })}
      >
        <Segmented
          label={supportDeskTexts.direction}
          options={directions}
          value={form.watch('direction')}
          onChange={(direction) => form.setValue('direction', direction)}
        />
        <TextField
          label={supportDeskTexts.tokensLabel}
          hint={supportDeskTexts.aloneLeft(whole(Math.min(aloneLeft, tokensMax)), aloneLeft < tokensMax)}
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, 'tokens', { validate: tokensProblem })}
        />
        <TextArea
          label={supportTexts.reason}
          hint={supportTexts.reasonHint}
          {...fieldOf(form, 'reason', { validate: reasonProblem })}
        />
        <TextField
          label={supportTexts.ticketLabel}
          autoComplete="off"
          maxLength={ticketLengthMax}
          {...form.register('ticket')}
        />
        <Button type="submit" variant="primary">
          {supportDeskTexts.review}
        </Button>
      </form>
      {asked && (
        <ConfirmDialog
          open
          title={question(whole(Math.abs(amount)), accountText(account))}
          text={
            <>
              <p>
                {before + amount < 0
                  ? supportDeskTexts.confirmBelow
                  : supportDeskTexts.confirmBalance(whole(before), whole(before + amount))}
              </p>
              <p>{supportDeskTexts.confirmReason(asked.reason.trim())}</p>
              <p>{needsApproval ? supportDeskTexts.confirmSecond(whole(aloneLeft)) : supportDeskTexts.confirmFinal}</p>
            </>
          }
          confirm={
            booking.busy
              ? supportDeskTexts.booking
              : needsApproval
                ? supportDeskTexts.askForIt
                : supportDeskTexts.bookIt
          }
          cancel={supportTexts.cancel}
          danger={amount < 0}
          busy={booking.busy}
          problem={booking.error ? messageOf(booking.error, supportDeskTexts.bookFailed) : undefined}
          onConfirm={() => void book(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

const amountOf = ({ direction, tokens }: Correction): number => (direction === 'give' ? 1 : -1) * Number(tokens);
