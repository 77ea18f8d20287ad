import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../button/button';
import { returnFocus } from '../sheet/return-focus';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  confirm: string;
  /** Label of the cancel button; if undefined, the dialog only informs and has one button. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** The failure of the confirmed action; the dialog stays open for a retry. */
  problem?: string;
  onConfirm: () => void;
  /** Called on cancelling or closing; by default `onConfirm`, for a dialog with one button. */
  onCancel?: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, cancel, danger, busy, problem, onConfirm, onCancel = onConfirm } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-60 bg-overlay data-[state=closed]:animate-leave data-[state=open]:animate-appear" />
        <AlertDialog.Content
          className="fixed inset-0 z-61 m-auto grid h-fit max-h-[calc(100dvh-48px)] w-[min(400px,calc(100vw-40px))] gap-3 overflow-y-auto rounded-24 bg-surface p-6 shadow-sheet focus:outline-none data-[state=closed]:animate-leave data-[state=open]:animate-grow"
          onOpenAutoFocus={returnFocus.remember}
          onCloseAutoFocus={returnFocus.giveBack}
        >
          <AlertDialog.Title className="text-20">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="grid gap-3 text-ink-soft">{text}</div>
          </AlertDialog.Description>
          {problem && (
            <p role="alert" className="text-14 text-danger">
              {problem}
            </p>
          )}
          <div className="mt-3 grid auto-cols-[1fr] grid-flow-col gap-3 [&>button]:px-2">
            {cancel && (
              <AlertDialog.Cancel asChild>
                <Button disabled={busy}>{cancel}</Button>
              </AlertDialog.Cancel>
            )}
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
