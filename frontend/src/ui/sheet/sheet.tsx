import { X } from 'lucide-react';
import * as m from 'motion/react-m';
import { Dialog } from 'radix-ui';
import { type ReactNode, useLayoutEffect } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../dom/dom';
import { IconButton } from '../icon-button/icon-button';
import { MotionArea } from '../motion/motion-area';
import { usePull } from '../motion/use-pull';
import { ScrollArea } from '../scroll-area/scroll-area';
import { useCloseOnBack } from './close-on-back';
import { returnFocus } from './return-focus';
import styles from './sheet.module.css';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Text under the title; a screen reader reads it when the sheet opens. */
  description?: ReactNode;
  /**
   * Share of the phone's height; `auto` fits the content, `full` covers the screen. On wide screens (900 px) the sheet is a
   * centred dialog.
   */
  height?: 'auto' | 'half' | 'tall' | 'full';
  wide?: boolean;
  /** True if the address names the content of the sheet, so that Back closes it without a history entry of its own. */
  addressed?: boolean;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
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
  addressed = false,
  footer,
  headerActions,
  closeLabel = commonTexts.close,
  children,
}: SheetProps) {
  const pull = usePull({ thresholdPx: closeThresholdPx, onPullDown: onClose, goes: true });
  const { y } = pull;
  useCloseOnBack(open && !addressed, onClose);
  // A sheet that was pulled away must open in its normal place again.
  useLayoutEffect(() => {
    if (open) y.set(0);
  }, [open, y]);
  return (
    <MotionArea>
      <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Dialog.Portal>
          <Dialog.Overlay className={styles.overlay} />
          <Dialog.Content
            asChild
            // The sheet itself takes the focus, so that its title is read and no button looks selected.
            onCloseAutoFocus={returnFocus.giveBack}
            onOpenAutoFocus={(event) => {
              returnFocus.remember(event);
              event.preventDefault();
              (event.currentTarget as HTMLElement | null)?.focus();
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <m.div {...pull.follower} className={classNames(styles.sheet, styles[height], wide && styles.wide)}>
              <header className={styles.header} {...pull.handle}>
                <span className={styles.handle} aria-hidden="true" />
                <div className="flex items-start gap-2">
                  <div className="grid flex-1 gap-0.5 pt-[9px]">
                    <Dialog.Title>{title}</Dialog.Title>
                    {description && (
                      <Dialog.Description className="text-14 text-ink-soft">{description}</Dialog.Description>
                    )}
                  </div>
                  {headerActions}
                  <Dialog.Close asChild>
                    <IconButton label={closeLabel} icon={<X />} variant="tone" />
                  </Dialog.Close>
                </div>
              </header>
              <ScrollArea frameClassName="flex-1" className={styles.body}>
                {children}
              </ScrollArea>
              {footer && <div className={styles.footer}>{footer}</div>}
            </m.div>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </MotionArea>
  );
}
