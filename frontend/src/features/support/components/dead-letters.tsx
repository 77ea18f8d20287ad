import { supportDeadLettersRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { forget, usePages } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column } from '../../../shared/console/data-table';
import { linesClass } from '../../../shared/console/section';
import { Moment } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { toastStore } from '../../../ui/toast/toast-store';
import { PagedTable } from './paged-table';
import { ReasonDialog } from './reason-dialog';
import { RequestLink } from './values';

type DeadLetter = Answer<typeof supportDeadLettersRoutes.listDeadLetters>['letters'][number];

/** Lists the messages that services could not process, and lets support requeue them. */
export function DeadLetters() {
  const letters = usePages(supportDeadLettersRoutes.listDeadLetters, {}, (page) => page.letters);
  const queryClient = useQueryClient();
  const [replaying, setReplaying] = useState<DeadLetter | null>(null);
  return (
    <>
      <PagedTable
        pages={letters}
        caption={supportDeskTexts.deadLettersCaption}
        columns={columnsFor(setReplaying)}
        rowKey={({ letterId }) => letterId}
        failed={supportDeskTexts.deadLettersFailed}
        empty={<EmptyState title={supportDeskTexts.noDeadLetters} text={supportDeskTexts.noDeadLettersText} />}
      />
      {replaying && (
        <ReasonDialog
          title={supportDeskTexts.replayQuestion}
          text={supportDeskTexts.replayText(replaying.handler)}
          confirm={supportDeskTexts.replay}
          doing={supportDeskTexts.replaying}
          failed={supportDeskTexts.replayFailed}
          perform={(reason, idempotencyKey) =>
            call(supportDeadLettersRoutes.replayDeadLetter, {
              params: { letterId: replaying.letterId },
              body: { reason },
              idempotencyKey,
            })
          }
          onDone={() => {
            void forget(queryClient, supportDeadLettersRoutes.listDeadLetters);
            toastStore.show({ text: supportDeskTexts.replayed });
            setReplaying(null);
          }}
          onCancel={() => setReplaying(null)}
        />
      )}
    </>
  );
}

const columnsFor = (onReplay: (letter: DeadLetter) => void): readonly Column<DeadLetter>[] => [
  { name: supportDeskTexts.handler, cell: (letter) => <Handler letter={letter} /> },
  { name: supportTexts.reason, cell: ({ reason }) => reason },
  { name: supportDeskTexts.attempts, cell: ({ attempts }) => whole(attempts), isFigure: true, isNarrow: true },
  { name: supportTexts.when, cell: ({ failedAt }) => <Moment at={failedAt} />, isNarrow: true },
  {
    name: supportTexts.action,
    cell: (letter) => (
      <Button size="s" aria-label={supportDeskTexts.replayOf(letter.handler)} onClick={() => onReplay(letter)}>
        {supportDeskTexts.replay}
      </Button>
    ),
    isNarrow: true,
  },
];

function Handler({ letter: { handler, service, subject, eventId } }: { letter: DeadLetter }) {
  return (
    <span className={linesClass}>
      <span>
        {handler} {supportTexts.service(service)}
      </span>
      <span className="text-ink-soft">{subject}</span>
      {eventId && <RequestLink id={eventId} isShort />}
    </span>
  );
}
