import { supportTraceRoutes } from '@candid/contracts';
import { ChainTimeline, chainSteps } from '../../../features/support/components/chain-timeline';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { useReadOrNull } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Failure, Section } from '../../../shared/console/section';
import { Copyable } from '../../../shared/console/values';
import { LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Screen } from '../../shell/screen';

/** Shows what every service did for a request. */
export function RequestPage({ id }: { id: string }) {
  const { data, error, refetch } = useReadOrNull(supportTraceRoutes.getCorrelation, { params: { requestId: id } });
  if (data === null) {
    return (
      <Screen title={supportAccountTexts.requestMissing} width="wide">
        <EmptyState
          headingLevel={1}
          title={supportAccountTexts.requestMissing}
          text={supportAccountTexts.requestMissingText}
          action={<LinkButton to="/support">{supportAccountTexts.backToSearch}</LinkButton>}
        />
      </Screen>
    );
  }
  return (
    <Screen title={supportTexts.steps.request} width="wide">
      <ConsoleHeader
        title={supportTexts.steps.request}
        backTo="/support"
        backLabel={supportAccountTexts.backToSearch}
        lead={<Copyable value={data?.requestId ?? id} what={supportTexts.requestId} />}
      />
      {error && !data && (
        <Failure error={error} text={supportAccountTexts.requestFailed} retry={() => void refetch()} />
      )}
      <Section title={supportAccountTexts.chain} text={supportAccountTexts.chainText}>
        {data ? <ChainTimeline steps={chainSteps(data.timeline)} /> : !error && <Skeleton height={260} />}
      </Section>
    </Screen>
  );
}
