import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../dom/dom';

interface ScrollAreaProps {
  className?: string;
  frameClassName?: string;
  direction?: 'vertical' | 'horizontal';
  children: ReactNode;
}

const finePointer = '(pointer:fine)';

/** A mouse gets a draggable scrollbar. A finger uses the browser's own scrolling, for which no code loads. */
export function ScrollArea({ className, frameClassName, direction = 'vertical', children }: ScrollAreaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!window.matchMedia?.(finePointer).matches) return;
    let takeOff: (() => void) | undefined;
    let gone = false;
    const attach = async () => {
      const { attachScrollbars } = await import('./custom-scrollbars');
      if (!gone && viewport.current && frame.current) takeOff = attachScrollbars(viewport.current, frame.current);
    };
    // If the code does not load, the browser's own scrollbars stay.
    attach().catch(() => undefined);
    return () => {
      gone = true;
      takeOff?.();
    };
  }, []);

  return (
    <div ref={frame} className={classNames('relative flex min-h-0 min-w-0 flex-col', frameClassName)}>
      <div
        ref={viewport}
        className={classNames(
          'min-h-0 flex-1 overscroll-contain',
          direction === 'vertical' ? 'overflow-y-auto' : 'overflow-x-auto',
          className,
        )}
      >
        {children}
      </div>
    </div>
  );
}
