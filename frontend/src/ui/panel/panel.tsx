import { ChevronDown } from 'lucide-react';
import { type AnimationEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames, prefersReducedMotion } from '../dom/dom';

interface PanelProps {
  title: string;
  count?: number;
  /** Content beside the title, outside the button that folds the section. */
  actions?: ReactNode;
  level?: 2 | 3;
  folded?: boolean;
  /** True if the section scrolls into view when the person unfolds it. */
  revealed?: boolean;
  children: ReactNode;
}

/** A section that folds under its heading. Folded content is not rendered, and the animation measures no height. */
export function Panel({ title, count, actions, level = 2, folded = false, revealed, children }: PanelProps) {
  const [{ open, moving }, setFold] = useState({ open: !folded, moving: false });
  const contentId = useId();
  const section = useRef<HTMLElement>(null);
  const isUnfolded = open && !moving;
  const wasUnfolded = useRef(isUnfolded);
  // Only the unfolded section has its height, to which the area around it can scroll.
  useEffect(() => {
    const unfolds = isUnfolded && !wasUnfolded.current;
    wasUnfolded.current = isUnfolded;
    if (revealed && unfolds) section.current?.scrollIntoView?.(prefersReducedMotion() ? {} : { behavior: 'smooth' });
  }, [revealed, isUnfolded]);
  const toggle = () => setFold({ open: !open, moving: !prefersReducedMotion() });
  const settle = ({ target, currentTarget }: AnimationEvent) =>
    target === currentTarget && setFold({ open, moving: false });
  const Heading = `h${level}` as const;
  return (
    <section ref={section} className={classNames(level === 3 && 'panel-inner')} aria-label={title}>
      <div className="-mr-2.5 flex min-h-12 flex-wrap items-center justify-end gap-1 in-[.panel-inner]:min-h-[max(40px,var(--spacing-target-small))]">
        <Heading className="min-w-min flex-1">
          <button
            type="button"
            className="group/panel-trigger flex min-h-12 w-full items-center gap-2 border-0 bg-transparent p-0 text-left text-20 [font-weight:inherit] tracking-[inherit] in-[.panel-inner]:min-h-[max(40px,var(--spacing-target-small))] in-[.panel-inner]:text-14 in-[.panel-inner]:font-bold in-[.panel-inner]:tracking-normal in-[.panel-inner]:text-ink-soft"
            aria-controls={contentId}
            aria-expanded={open}
            onClick={toggle}
          >
            {title}
            {count !== undefined && (
              <>
                {' '}
                <span className="min-w-5.5 rounded-pill bg-tone px-[7px] py-px text-center text-13 font-bold tracking-normal text-ink-soft tabular-nums">
                  {count}
                </span>
              </>
            )}
            <ChevronDown
              aria-hidden="true"
              className="size-4.5 flex-none text-ink-faint transition-[rotate] duration-(--motion-base) ease-out group-aria-[expanded=false]/panel-trigger:-rotate-90"
            />
          </button>
        </Heading>
        {actions}
      </div>
      <div
        id={contentId}
        className={classNames(
          'grid grid-cols-1 [&[hidden]]:hidden',
          moving && (open ? 'panel-unfolding animate-unfold' : 'panel-folding animate-fold'),
        )}
        hidden={!open && !moving}
        onAnimationEnd={settle}
      >
        {(open || moving) && (
          <div className="min-h-0 [.panel-folding>&]:overflow-clip [.panel-unfolding>&]:overflow-clip">
            <div className="pt-1 pb-4">{children}</div>
          </div>
        )}
      </div>
    </section>
  );
}
