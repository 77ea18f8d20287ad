import {
  identitySupportRoutes,
  supportAccountRoutes,
  supportCorrectionsRoutes,
  supportLedgerRoutes,
  supportRoutes,
} from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Answer, call } from '../../../lib/api/call';
import { signed } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { forget } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column, figure } from '../../../shared/console/data-table';
import { Moment, Pill, shortName } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { toastStore } from '../../../ui/toast/toast-store';
import { PagedTable } from './paged-table';
import { ReasonDialog } from './reason-dialog';
import { UserLink } from './values';

const { requestCorrection, listCorrections, approveCorrection, rejectCorrection } = supportCorrectionsRoutes;

export type Correction = Answer<typeof requestCorrection>['correction'];

export const tokenReads = [
  listCorrections,
  identitySupportRoutes.findAccounts,
  supportAccountRoutes.getAccount,
  supportLedgerRoutes.getAccountStatement,
  supportLedgerRoutes.getTransfer,
  supportRoutes.trialBalance,
] as const;

interface Decision {
  readonly correction: Correction;
  readonly approve: boolean;
}

export function Corrections() {
  const userId = useUserId();
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <>
      <PagedTable
        pages={usePages(listCorrections, {}, ({ corrections }) => corrections)}
        caption={supportDeskTexts.correctionsCaption}
        columns={columnsFor(userId, setDecision)}
        rowKey={({ correctionId }) => correctionId}
        failed={supportDeskTexts.correctionsFailed}
        empty={<EmptyState title={supportDeskTexts.noCorrections} text={supportDeskTexts.noCorrectionsText} />}
      />
      {decision && <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </>
  );
}

const columnsFor = (userId: string, onDecide: (decision: Decision) => void): readonly Column<Correction>[] => [
  { name: supportTexts.account, cell: (correction) => <UserLink userId={correction.userId} isShort /> },
  figure(supportTexts.amount, ({ amount }) => signed(amount)),
  { name: supportTexts.reason, cell: (correction) => <Reason correction={correction} /> },
  { name: supportDeskTexts.requested, cell: (correction) => <Requested correction={correction} /> },
  { name: supportTexts.status, cell: (correction) => <State correction={correction} /> },
  {
    name: supportTexts.action,
    cell: (correction) =>
      correction.state === 'waiting' && (
        <span className="flex flex-wrap items-center gap-2">
          {correction.requestedBy === userId ? (
            <span className="text-ink-soft">{supportDeskTexts.ownCorrection}</span>
          ) : (
            <Button size="s" onClick={() => onDecide({ correction, approve: true })}>
              {supportDeskTexts.approve}
            </Button>
          )}
          <Button size="s" onClick={() => onDecide({ correction, approve: false })}>
            {supportDeskTexts.reject}
          </Button>
        </span>
      ),
  },
];

function Reason({ correction: { reason, ticket, corrects } }: { correction: Correction }) {
  return (
    <span className="grid justify-items-start">
      <span>{reason}</span>
      {ticket && <span className="text-ink-soft">{supportTexts.ticketOf(ticket)}</span>}
      {corrects && <Link to={`/support/transfers/${corrects}`}>{supportDeskTexts.correctedTransfer}</Link>}
    </span>
  );
}

function Requested({ correction: { requestedAt, requestedBy } }: { correction: Correction }) {
  return (
    <span className="grid justify-items-start">
      <Moment at={requestedAt} />
      <UserLink userId={requestedBy} isShort />
    </span>
  );
}

function State({ correction: { state, decidedBy, decisionReason, transferId } }: { correction: Correction }) {
  return (
    <span className="grid justify-items-start">
      <span>
        <Pill tone={state === 'booked' ? 'good' : state === 'rejected' ? 'bad' : 'plain'}>
          {supportDeskTexts.correctionStates[state]}
        </Pill>
      </span>
      {transferId && <Link to={`/support/transfers/${transferId}`}>{supportTexts.transfer}</Link>}
      {decisionReason && <span>{decisionReason}</span>}
      {decidedBy && <UserLink userId={decidedBy} isShort />}
    </span>
  );
}

function DecisionDialog({ decision: { correction, approve }, onClose }: { decision: Decision; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { correctionId, reason: asked } = correction;
  const about = [signed(correction.amount), shortName(correction.userId)] as const;
  const asker = shortName(correction.requestedBy);
  return (
    <ReasonDialog
      danger={!approve}
      title={approve ? supportDeskTexts.approveQuestion(...about) : supportDeskTexts.rejectQuestion(...about)}
      text={approve ? supportDeskTexts.approveText(asker, asked) : supportDeskTexts.rejectText(asker, asked)}
      confirm={approve ? supportDeskTexts.approve : supportDeskTexts.reject}
      doing={supportDeskTexts.deciding}
      failed={supportDeskTexts.decideFailed}
      perform={(reason, idempotencyKey) =>
        call(approve ? approveCorrection : rejectCorrection, {
          params: { correctionId },
          body: { reason },
          idempotencyKey,
        })
      }
      onDone={({ correction: { state } }) => {
        void forget(queryClient, ...tokenReads);
        toastStore.show({ text: supportDeskTexts.decided[state] });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
