import { supportLedgerRoutes } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { Failure, Section } from '../../../shared/console/section';
import { Copyable, Facts } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { onDemand } from './reconciliation';

/** Recomputes the hash chain over the ledger's events when asked to. */
export function ChainVerification() {
  const { data, error, isFetching, refetch } = useRead(supportLedgerRoutes.verifyLedger, {}, onDemand);
  const run = () => void refetch();
  return (
    <Section
      title={supportBooksTexts.chainTitle}
      text={supportBooksTexts.chainLead}
      actions={
        <Button size="s" busy={isFetching} onClick={run}>
          {isFetching ? supportBooksTexts.verifying : supportBooksTexts.verify}
        </Button>
      }
    >
      {error && !isFetching && <Failure error={error} text={supportBooksTexts.verifyFailed} retry={run} />}
      {data && !isFetching && <Verified of={data} />}
    </Section>
  );
}

function Verified({ of: { ok, checked, head, firstBroken } }: { of: Answer<typeof supportLedgerRoutes.verifyLedger> }) {
  return (
    <>
      <Notice tone={ok ? 'success' : 'danger'}>
        {firstBroken
          ? supportBooksTexts.chainBroken(whole(firstBroken.number), firstBroken.fault)
          : supportBooksTexts.chainWhole(whole(checked))}
      </Notice>
      <Facts
        facts={{
          [supportBooksTexts.chainHead]: <Copyable value={head} what={supportBooksTexts.head} />,
          [supportTexts.steps.event]: firstBroken && (
            <Copyable value={firstBroken.eventId} what={supportTexts.eventId} />
          ),
        }}
      />
    </>
  );
}
