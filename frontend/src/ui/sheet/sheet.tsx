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

const overlayClass =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-unveil data-[state=open]:animate-veil [.sheet~&]:z-42';
/** A sheet over another sheet dims the lower sheet. */
const sheetClass =
  'sheet fixed inset-x-0 top-auto bottom-0 z-41 flex flex-col bg-surface shadow-sheet [timeline-scope:--content] focus:outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise wide:inset-0 wide:mx-auto wide:rounded-24 wide:data-[state=closed]:animate-unveil wide:data-[state=open]:animate-surface [.sheet~&]:z-43';
const lowClass = 'max-h-[calc(100dvh-var(--safe-top)-24px)] rounded-t-24';
const fitClass = `${lowClass} wide:my-auto wide:h-fit wide:max-h-[min(760px,calc(100dvh-64px))]`;
const fixedClass = 'wide:my-auto wide:h-[min(760px,calc(100dvh-64px))] wide:max-h-none';
const heightClasses = {
  auto: fitClass,
  half: `${fitClass} h-[50dvh] min-h-[340px] wide:min-h-0`,
  /** On a wide screen the sheet is as high as its content. It stays at the top, so that it grows downwards. */
  tall: `${lowClass} h-[80dvh] wide:mt-[min(64px,8dvh)] wide:mb-auto wide:h-fit wide:max-h-[min(760px,calc(100dvh-96px))]`,
  /** A sheet with tabs keeps its height when the tab changes. */
  wideTall: `${lowClass} h-[80dvh] ${fixedClass}`,
  full: `sheet-full h-dvh max-h-none pt-(--safe-top) ${fixedClass}`,
};

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Height on a phone: `auto` fits the content, `full` covers the screen. On wide screens the sheet is a dialog. */
  height?: 'auto' | 'half' | 'tall' | 'full';
  wide?: boolean;
  /** True if the address names the sheet's content: Back then closes the sheet without an extra history entry. */
  addressed?: boolean;
  footer?: ReactNode;
  headerActions?: ReactNode;
  closeLabel?: string;
  children?: ReactNode;
}

const closeThresholdPx = 80;

export function Sheet(props: SheetProps) {
  const { open, onClose, title, description, height = 'auto', wide, addressed, footer } = props;
  const pull = usePull({ thresholdPx: closeThresholdPx, onPullDown: onClose, goes: true });
  const { y } = pull;
  useCloseOnBack(open && !addressed, onClose);
  // Resets the position after a pull, so that the sheet opens in its normal place again.
  useLayoutEffect(() => {
    if (open) y.set(0);
  }, [open, y]);
  return (
    <MotionArea>
      <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Dialog.Portal>
          <Dialog.Overlay className={overlayClass} />
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
            <m.div
              {...pull.follower}
              className={classNames(
                sheetClass,
                heightClasses[wide && height === 'tall' ? 'wideTall' : height],
                wide ? 'wide:w-[min(1040px,calc(100vw-64px))]' : 'wide:w-[min(520px,calc(100vw-64px))]',
              )}
            >
              <header
                className="underline-scrolled flex-none touch-none border-b border-b-transparent pt-2 pr-3 pb-3 pl-5 wide:touch-auto wide:pt-4 wide:pr-4 wide:pl-6"
                {...pull.handle}
              >
                <span
                  className="mx-auto mb-2 block h-[5px] w-10 rounded-pill bg-line-strong in-[.sheet-full]:hidden wide:hidden"
                  aria-hidden="true"
                />
                <div className="flex items-start gap-2">
                  <div className="grid flex-1 gap-0.5 pt-[9px]">
                    <Dialog.Title>{title}</Dialog.Title>
                    {description && (
                      <Dialog.Description className="text-14 text-ink-soft">{description}</Dialog.Description>
                    )}
                  </div>
                  {props.headerActions}
                  <Dialog.Close asChild>
                    <IconButton label={props.closeLabel ?? commonTexts.close} icon={<X />} variant="tone" />
                  </Dialog.Close>
                </div>
              </header>
              <ScrollArea
                frameClassName="flex-1"
                className={classNames(
                  'px-5 pt-1 [scroll-timeline:--content] wide:px-6',
                  footer ? 'pb-6' : 'pb-[calc(24px+var(--safe-bottom))]',
                )}
              >
                {props.children}
              </ScrollArea>
              {footer && (
                <div className="grid flex-none gap-3 border-t border-t-line px-5 pt-3 pb-[calc(16px+var(--safe-bottom))] wide:px-6">
                  {footer}
                </div>
              )}
            </m.div>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </MotionArea>
  );
}
