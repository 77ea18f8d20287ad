import { reportsRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { formatDateTime } from '../../../lib/format/format';
import { useAction } from '../../../lib/query/use-act';
import { keyOf, useRead } from '../../../lib/query/use-read';
import { commonTexts } from '../../../lib/texts/common';
import { safetyTexts as texts } from '../../../lib/texts/safety';
import { undo } from '../../../shared/safety/blocks';
import { rowClass, wordsClass } from '../../../shared/safety/safety-classes';
import { Button } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { toastStore } from '../../../ui/toast/toast-store';

type Blocks = Answer<typeof reportsRoutes.listBlocks>;

export function BlockLists() {
  const blocks = useRead(reportsRoutes.listBlocks, {});
  if (blocks.isLoadingError) return <LoadProblem text={texts.listFailed} onRetry={() => blocks.refetch()} />;
  if (!blocks.data) return <Skeleton height={160} />;
  const { blocks: people, hiddenAssessors } = blocks.data;
  return (
    <>
      <h3 className="text-16 tracking-normal">{texts.people}</h3>
      {people.length === 0 && <p className="text-ink-soft">{texts.peopleNone}</p>}
      <ul className="grid">
        {people.map(({ userId, blockedAt }) => (
          <Row
            key={userId}
            label={texts.person}
            hint={texts.blockedSince(formatDateTime(blockedAt))}
            undoLabel={texts.undoBlock(formatDateTime(blockedAt))}
            perform={(idempotencyKey) => undo(reportsRoutes.unblockPerson, { params: { userId }, idempotencyKey })}
            done={texts.unblocked}
            without={(left) => ({ ...left, blocks: left.blocks.filter((block) => block.userId !== userId) })}
          />
        ))}
      </ul>
      <h3 className="text-16 tracking-normal">{texts.assessors}</h3>
      {hiddenAssessors.length === 0 && <p className="text-ink-soft">{texts.assessorsNone}</p>}
      <ul className="grid">
        {hiddenAssessors.map(({ hideId, ratedAt, hiddenAt }) => (
          <Row
            key={hideId}
            label={texts.assessorOf(formatDateTime(ratedAt))}
            hint={texts.hiddenSince(formatDateTime(hiddenAt))}
            undoLabel={texts.undoHide(formatDateTime(ratedAt))}
            perform={(idempotencyKey) => undo(reportsRoutes.showToAssessor, { params: { hideId }, idempotencyKey })}
            done={texts.shown}
            without={(left) => ({
              ...left,
              hiddenAssessors: left.hiddenAssessors.filter((hidden) => hidden.hideId !== hideId),
            })}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  label: string;
  hint: string;
  undoLabel: string;
  perform: (idempotencyKey: string) => Promise<void>;
  done: string;
  without: (blocks: Blocks) => Blocks;
}

function Row({ label, hint, undoLabel, perform, done, without }: RowProps) {
  const queryClient = useQueryClient();
  const undoing = useAction(
    (_: undefined, idempotencyKey) => perform(idempotencyKey),
    () => {
      focusMain();
      queryClient.setQueryData(keyOf(reportsRoutes.listBlocks), (blocks) => blocks && without(blocks));
      toastStore.show({ text: done });
    },
  );
  const press = () => {
    undoing.run(undefined).catch((error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' }));
  };
  return (
    <li className={rowClass}>
      <span className={wordsClass}>
        <span className="font-medium">{label}</span>
        <span className="text-14 text-ink-soft">{hint}</span>
      </span>
      <Button size="s" aria-label={undoLabel} busy={undoing.busy} onClick={press}>
        {commonTexts.undo}
      </Button>
    </li>
  );
}
