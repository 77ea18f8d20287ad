import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { type LedgerVerification, useLedgerVerification } from '../api/books';
import { Copyable } from './copyable';
import { Facts } from './facts';
import { Failure } from './failure';
import { Section } from './section';

/** Recomputes the hash chain over the ledger's events when asked to. */
export function ChainVerification() {
  const { data, error, isFetching, refetch } = useLedgerVerification();
  const run = () => void refetch();
  return (
    <Section
      title={supportTexts.chainTitle}
      text={supportTexts.chainLead}
      actions={
        <Button size="s" busy={isFetching} onClick={run}>
          {isFetching ? supportTexts.verifying : supportTexts.verify}
        </Button>
      }
    >
      {error && !isFetching && <Failure error={error} text={supportTexts.verifyFailed} retry={run} />}
      {data && !isFetching && <Verified of={data} />}
    </Section>
  );
}

function Verified({ of: { ok, checked, head, firstBroken } }: { of: LedgerVerification }) {
  return (
    <>
      <Notice tone={ok ? 'success' : 'danger'}>
        {firstBroken
          ? supportTexts.chainBroken(whole(firstBroken.number), firstBroken.fault)
          : supportTexts.chainWhole(whole(checked))}
      </Notice>
      <Facts
        facts={{
          [supportTexts.chainHead]: <Copyable value={head} what={supportTexts.head} />,
          [supportTexts.steps.event]: firstBroken && (
            <Copyable value={firstBroken.eventId} what={supportTexts.eventId} />
          ),
        }}
      />
    </>
  );
}
