import { useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format/format';
import { queryKeys } from '../../../lib/query/keys';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { type Reconciliation, useReconciliation, useReconciliationRuns } from '../api/books';
import { useSeconds } from '../hooks/use-seconds';
import { ChecksTable } from './checks-table';
import { Failure } from './failure';
import styles from './paged-table.module.css';

/** The last run that was kept, or the one that was asked for here: what each check says, faults first. */
export function ReconciliationBoard() {
  const asked = useReconciliation();
  const { rows: runs, error: runsError, retry } = useReconciliationRuns();
  const queryClient = useQueryClient();
  const seconds = useSeconds(asked.isFetching);
  const run = async () => {
    await asked.refetch();
    await queryClient.invalidateQueries({ queryKey: queryKeys.support('reconciliations') });
  };
  const shown = asked.data ?? runs?.[0];
  const error = asked.error ?? (shown ? null : runsError);
  return (
    <div className={styles.list}>
      {asked.isFetching && <Notice>{supportBooksTexts.runningFor(seconds)}</Notice>}
      {error && !asked.isFetching && (
        <Failure error={error} text={supportBooksTexts.runFailed} retry={asked.error ? () => void run() : retry} />
      )}
      {shown && !asked.isFetching && <Outcome of={shown} />}
      {runs?.length === 0 && !shown && !asked.isFetching ? (
        <EmptyState title={supportBooksTexts.neverRun} text={supportBooksTexts.neverRunText} />
      ) : (
        !(error && !shown) && <ChecksTable checks={asked.isFetching ? undefined : shown?.checks} />
      )}
      <div className={styles.end}>
        <Button busy={asked.isFetching} onClick={() => void run()}>
          {asked.isFetching ? supportBooksTexts.running : supportBooksTexts.runNow}
        </Button>
      </div>
    </div>
  );
}

function Outcome({ of: { ok, checkedAt, checks } }: { of: Pick<Reconciliation, 'ok' | 'checkedAt' | 'checks'> }) {
  const when = formatDateTime(checkedAt);
  const faults = checks.filter((check) => !check.ok).length;
  return (
    <Notice tone={ok ? 'success' : 'danger'}>
      {ok ? supportBooksTexts.allGood(when) : supportBooksTexts.faultsFound(faults, when)}
    </Notice>
  );
}
