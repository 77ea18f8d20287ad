import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useQueue } from '../../../features/moderation/case';
import { ModerationKeys } from '../../../features/moderation/components/keys-sheet';
import { filterOf, Queue, queueAddress } from '../../../features/moderation/components/queue';
import { moderationTexts } from '../../../lib/texts/moderation';
import { supportKeysTexts } from '../../../lib/texts/support-keys';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Segmented } from '../../../ui/segmented/segmented';
import { Screen } from '../../shell/screen';
import { barClass } from './moderation-classes';

const filters = (['waiting', 'decided'] as const).map((value) => ({ value, label: moderationTexts.filters[value] }));

export function QueuePage() {
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const queue = useQueue(filter);
  const navigate = useNavigate();
  const [areKeysShown, setAreKeysShown] = useState(false);
  return (
    <Screen title={moderationTexts.title} width="wide">
      <PageHeader title={moderationTexts.title} lead={<Counts queue={queue} />} />
      <div className={barClass}>
        <Segmented
          label={moderationTexts.filter}
          options={filters}
          value={filter}
          onChange={(next) => navigate(queueAddress(next))}
        />
        <p className="text-14 text-ink-soft [@media(hover:none)]:hidden">{moderationTexts.listKeys}</p>
        <Button size="s" variant="quiet" aria-keyshortcuts="?" onClick={() => setAreKeysShown(true)}>
          {supportKeysTexts.title}
        </Button>
      </div>
      <Queue queue={queue} filter={filter} onKeys={() => setAreKeysShown(true)} />
      <ModerationKeys open={areKeysShown} onClose={() => setAreKeysShown(false)} />
    </Screen>
  );
}

/** Numbers of waiting and overdue cases; screen readers announce each change. */
function Counts({ queue: { data, error } }: { queue: ReturnType<typeof useQueue> }) {
  if (!data?.first) return error ? null : moderationTexts.loadingLead;
  const { waiting, overdue } = data.first;
  if (waiting === 0) return <span role="status">{moderationTexts.noneWaits}</span>;
  return (
    <span role="status">
      {`${moderationTexts.waitingCount(waiting)}, `}
      <span className={overdue > 0 ? 'font-medium text-danger' : undefined}>
        {overdue > 0 ? moderationTexts.overdueCount(overdue) : moderationTexts.nothingLate}
      </span>
    </span>
  );
}
