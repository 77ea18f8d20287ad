import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../button/button';
import { returnFocus } from '../sheet/return-focus';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  confirm: string;
  /** If undefined, the dialog only informs and has one button. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** The failure of the confirmed action; the dialog stays open for a retry. */
  problem?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action that cannot be undone, or reports what has just happened. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  cancel,
  danger = false,
  busy = false,
  problem,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.overlay} />
        <AlertDialog.Content
          className={styles.dialog}
          onOpenAutoFocus={returnFocus.remember}
          onCloseAutoFocus={returnFocus.giveBack}
        >
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className={styles.text}>{text}</div>
          </AlertDialog.Description>
          {problem && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <div className={styles.actions}>
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
