import { supportCorrectionsRoutes } from '@candid/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/errors';
import { whole } from '../../../lib/language/language';
import { useAct } from '../../../lib/query/use-act';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { Button } from '../../../ui/button/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { Segmented } from '../../../ui/segmented/segmented';
import { TextArea, TextField } from '../../../ui/text-field/text-field';
import { reasonProblem, ticketLengthMax, tokensProblem } from '../form-rules';
import type { Correction as Booked } from './corrections';
import type { AccountDetails } from './values';

type Direction = 'give' | 'take';

interface Correction {
  readonly direction: Direction;
  readonly tokens: string;
  readonly reason: string;
  readonly ticket: string;
}

interface CorrectionFormProps {
  details: AccountDetails;
  /** The id of the transfer that it corrects. */
  corrects?: string;
  /** Called when the correction is booked or waits for a second person. */
  onDone: (correction: Booked) => void;
}

const directions = [
  { value: 'give', label: supportDeskTexts.give },
  { value: 'take', label: supportDeskTexts.takeBack },
] as const;

/** Shows the effect before the correction, because a ledger entry is permanent. */
export function CorrectionForm({ details, corrects, onDone }: CorrectionFormProps) {
  const form = useForm<Correction>({ defaultValues: { direction: 'give', tokens: '', reason: '', ticket: '' } });
  const [asked, setAsked] = useState<Correction | null>(null);
  const booking = useAct(supportCorrectionsRoutes.requestCorrection);
  const { errors } = form.formState;

  const book = async (correction: Correction) => {
    const amount = amountOf(correction);
    const ticket = correction.ticket.trim();
    const why = { reason: correction.reason.trim(), ...(ticket && { ticket }) };
    const body = { userId: details.account.userId, amount, corrects, ...why };
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
          hint={supportDeskTexts.aloneLeft(whole(details.aloneLeft))}
          inputMode="numeric"
          autoComplete="off"
          error={errors.tokens?.message}
          {...form.register('tokens', { validate: tokensProblem })}
        />
        <TextArea
          label={supportTexts.reasonLabel}
          hint={supportTexts.reasonHint}
          error={errors.reason?.message}
          {...form.register('reason', { validate: reasonProblem })}
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
        <Confirmation
          details={details}
          correction={asked}
          busy={booking.busy}
          problem={booking.error ? messageOf(booking.error, supportDeskTexts.bookFailed) : undefined}
          onConfirm={() => void book(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface ConfirmationProps {
  details: AccountDetails;
  correction: Correction;
  busy: boolean;
  problem: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

function Confirmation({ details, correction, busy, problem, onConfirm, onCancel }: ConfirmationProps) {
  const { account, aloneLeft } = details;
  const amount = amountOf(correction);
  const before = account.available;
  const needsApproval = Math.abs(amount) > aloneLeft;
  const question = amount > 0 ? supportDeskTexts.confirmGive : supportDeskTexts.confirmTake;
  return (
    <ConfirmDialog
      open
      title={question(whole(Math.abs(amount)), account.email)}
      text={
        <>
          <p>
            {before + amount < 0
              ? supportDeskTexts.confirmBelow
              : supportDeskTexts.confirmBalance(whole(before), whole(before + amount))}
          </p>
          <p>{supportDeskTexts.confirmReason(correction.reason.trim())}</p>
          <p>{needsApproval ? supportDeskTexts.confirmSecond(whole(aloneLeft)) : supportDeskTexts.confirmFinal}</p>
        </>
      }
      confirm={busy ? supportDeskTexts.booking : needsApproval ? supportDeskTexts.askForIt : supportDeskTexts.bookIt}
      cancel={supportTexts.cancel}
      danger={amount < 0}
      busy={busy}
      problem={problem}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

const amountOf = ({ direction, tokens }: Correction): number => (direction === 'give' ? 1 : -1) * Number(tokens);
