import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { CSSProperties, ReactNode } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../class-names/class-names';
import { useVerticalDrag } from '../drag/use-vertical-drag';
import { IconButton } from '../icon-button/icon-button';
import styles from './sheet.module.css';
import { useReturnFocus } from './use-return-focus';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Under the title; also read out when the sheet opens. */
  description?: ReactNode;
  /** Share of the phone's height; `auto` fits the content, `full` covers the screen. From 900 px on a centred dialog. */
  height?: 'auto' | 'half' | 'tall' | 'full';
  wide?: boolean;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** Beside the close button. */
  headerActions?: ReactNode;
  closeLabel?: string;
  children?: ReactNode;
}

const closeThresholdPx = 80;

export function Sheet({
  open,
  onClose,
  title,
  description,
  height = 'auto',
  wide = false,
  footer,
  headerActions,
  closeLabel = commonTexts.close,
  children,
}: SheetProps) {
  const drag = useVerticalDrag({ thresholdPx: closeThresholdPx, onDragDown: onClose });
  const focus = useReturnFocus();
  const offset = { '--drag': `${Math.max(0, drag.offsetPx)}px` } as CSSProperties;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={classNames(styles.sheet, styles[height], wide && styles.wide)}
          style={offset}
          // The sheet itself takes the focus: its title is read out, and no button looks chosen.
          onCloseAutoFocus={focus.giveBack}
          onOpenAutoFocus={(event) => {
            focus.remember();
            event.preventDefault();
            (event.currentTarget as HTMLElement | null)?.focus();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.header} {...drag.handlers}>
            <span className={styles.handle} aria-hidden="true" />
            <div className={styles.bar}>
              <div className={styles.heading}>
                <Dialog.Title className={styles.title}>{title}</Dialog.Title>
                {description && <Dialog.Description className={styles.description}>{description}</Dialog.Description>}
              </div>
              {headerActions}
              <Dialog.Close asChild>
                <IconButton label={closeLabel} icon={<X />} variant="tone" />
              </Dialog.Close>
            </div>
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
