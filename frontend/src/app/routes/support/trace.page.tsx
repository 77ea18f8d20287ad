import { supportLedgerRoutes, supportTraceRoutes } from '@candid/contracts';
import { Link, useNavigate } from 'react-router-dom';
import { ChainTimeline, chainSteps, linkedTransfers } from '../../../features/support/components/chain-timeline';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import {
  PostingsTable,
  TransferFacts,
  type TransferTrace,
  transferWords,
} from '../../../features/support/components/transfer';
import { accountName } from '../../../features/support/components/values';
import { exactTimeText } from '../../../lib/language/exact-time';
import { useReadOrNull } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { useKeys } from '../../../shared/console/keys';
import { Failure, Section } from '../../../shared/console/section';
import { Copyable } from '../../../shared/console/values';
import { LinkButton } from '../../../ui/button/button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Screen } from '../../shell/screen';
import { MissingPage } from './missing-page';

export function RequestPage({ id }: { id: string }) {
  const { data, error, refetch } = useReadOrNull(supportTraceRoutes.getCorrelation, { params: { requestId: id } });
  if (data === null)
    return <MissingPage title={supportAccountTexts.requestMissing} text={supportAccountTexts.requestMissingText} />;
  return (
    <Screen title={supportTexts.steps.request} width="wide">
      <ConsoleHeader
        title={supportTexts.steps.request}
        backTo="/support"
        backLabel={supportAccountTexts.backToSearch}
        lead={<Copyable value={data?.requestId ?? id} what={supportTexts.requestId} />}
      />
      {error && !data && <Failure error={error} text={supportAccountTexts.requestFailed} retry={refetch} />}
      <Section title={supportAccountTexts.chain} text={supportAccountTexts.chainText}>
        {data ? <ChainTimeline steps={chainSteps(data.timeline)} /> : !error && <Skeleton height={260} />}
      </Section>
    </Screen>
  );
}

export function TransferPage({ id }: { id: string }) {
  const input = { params: { transferId: id } };
  const { data: trace, error, refetch } = useReadOrNull(supportLedgerRoutes.getTransfer, input);
  const userId = trace?.entries.map(({ account }) => accountName(account).userId).find(Boolean);
  const correction = userId && `/support/accounts/${userId}/correct?transfer=${id}`;
  const navigate = useNavigate();
  useKeys(correction ? { c: () => navigate(correction) } : {});
  if (trace === null)
    return <MissingPage title={supportAccountTexts.transferMissing} text={supportAccountTexts.transferMissingText} />;
  return (
    <Screen title={supportTexts.transfer} width="wide">
      <ConsoleHeader
        title={
          trace
            ? supportAccountTexts.transferTitle(supportAccountTexts.codes[trace.transfer.code])
            : supportTexts.transfer
        }
        lead={trace ? exactTimeText(trace.transfer.effectiveAt) : ' '}
        backTo={userId ? `/support/accounts/${userId}` : '/support'}
        action={
          correction && (
            <LinkButton size="s" to={correction} aria-keyshortcuts="c">
              {supportAccountTexts.correctTransfer}
            </LinkButton>
          )
        }
      />
      {error && !trace && <Failure error={error} text={supportAccountTexts.transferFailed} retry={refetch} />}
      {trace ? (
        <Trace trace={trace} />
      ) : (
        !error && (
          <div role="status" aria-label={supportTexts.loading} className="grid gap-8">
            <Skeleton height={220} />
            <Skeleton height={150} />
            <Skeleton height={260} />
          </div>
        )
      )}
    </Screen>
  );
}

function Trace({ trace }: { trace: TransferTrace }) {
  const { corrects, correctedBy } = trace;
  const linked = linkedTransfers(trace.timeline, trace.transfer.transferId);
  return (
    <>
      <p className="mb-4 wrap-anywhere text-ink-soft">{transferWords(trace)}</p>
      <div className="mb-8">
        <TransferFacts trace={trace} />
      </div>
      <Section title={supportAccountTexts.postings}>
        <PostingsTable postings={trace.entries} />
      </Section>
      <Transfers title={supportAccountTexts.corrects} ids={corrects ? [corrects] : []} />
      <Transfers title={supportAccountTexts.correctedBy} ids={correctedBy} />
      <Transfers title={supportAccountTexts.linked} ids={linked} />
      <Section title={supportAccountTexts.chain} text={supportAccountTexts.chainText}>
        <ChainTimeline steps={chainSteps(trace.timeline, trace.transfer.transferId)} />
      </Section>
    </>
  );
}

function Transfers({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="grid gap-1 font-mono text-14 wrap-anywhere">
        {ids.map((id) => (
          <li key={id}>
            <Link to={`/support/transfers/${id}`}>{id}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
