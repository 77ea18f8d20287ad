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
        {people.map((block) => (
          <BlockedPerson key={block.userId} block={block} />
        ))}
      </ul>
      <h3 className="text-16 tracking-normal">{texts.assessors}</h3>
      {hiddenAssessors.length === 0 && <p className="text-ink-soft">{texts.assessorsNone}</p>}
      <ul className="grid">
        {hiddenAssessors.map((hidden) => (
          <HiddenAssessor key={hidden.hideId} hidden={hidden} />
        ))}
      </ul>
    </>
  );
}

function BlockedPerson({ block: { userId, blockedAt } }: { block: Blocks['blocks'][number] }) {
  const unblock = (idempotencyKey: string) => undo(reportsRoutes.unblockPerson, { params: { userId }, idempotencyKey });
  const undoing = useUndo(unblock, texts.unblocked, (blocks) => ({
    ...blocks,
    blocks: blocks.blocks.filter((block) => block.userId !== userId),
  }));
  const when = formatDateTime(blockedAt);
  return (
    <Row
      label={texts.person}
      hint={texts.blockedSince(when)}
      undoLabel={texts.undoBlock(when)}
      busy={undoing.busy}
      onUndo={() => undoing.run(undefined)}
    />
  );
}

function HiddenAssessor({ hidden: { hideId, ratedAt, hiddenAt } }: { hidden: Blocks['hiddenAssessors'][number] }) {
  const show = (idempotencyKey: string) => undo(reportsRoutes.showToAssessor, { params: { hideId }, idempotencyKey });
  const undoing = useUndo(show, texts.shown, (blocks) => ({
    ...blocks,
    hiddenAssessors: blocks.hiddenAssessors.filter((hidden) => hidden.hideId !== hideId),
  }));
  const when = formatDateTime(ratedAt);
  return (
    <Row
      label={texts.assessorOf(when)}
      hint={texts.hiddenSince(formatDateTime(hiddenAt))}
      undoLabel={texts.undoHide(when)}
      busy={undoing.busy}
      onUndo={() => undoing.run(undefined)}
    />
  );
}

interface RowProps {
  label: string;
  hint: string;
  undoLabel: string;
  busy: boolean;
  onUndo: () => Promise<unknown>;
}

function Row({ label, hint, undoLabel, busy, onUndo }: RowProps) {
  const press = () => {
    onUndo().catch((error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' }));
  };
  return (
    <li className={rowClass}>
      <span className={wordsClass}>
        <span className="font-medium">{label}</span>
        <span className="text-14 text-ink-soft">{hint}</span>
      </span>
      <Button size="s" aria-label={undoLabel} busy={busy} onClick={press}>
        {commonTexts.undo}
      </Button>
    </li>
  );
}

/** Removes an entry from the cached list after the server has confirmed. */
function useUndo(
  perform: (idempotencyKey: string) => Promise<void>,
  done: string,
  without: (blocks: Blocks) => Blocks,
) {
  const queryClient = useQueryClient();
  return useAction(
    (_: undefined, idempotencyKey) => perform(idempotencyKey),
    () => {
      focusMain();
      queryClient.setQueryData(keyOf(reportsRoutes.listBlocks), (blocks) => blocks && without(blocks));
      toastStore.show({ text: done });
    },
  );
}
