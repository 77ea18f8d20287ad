import { ChevronDown } from 'lucide-react';
import { type AnimationEvent, type ReactNode, useId, useState } from 'react';
import { classNames, prefersReducedMotion } from '../dom/dom';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  count?: number;
  /** Content beside the title, outside the button that folds. */
  actions?: ReactNode;
  level?: 2 | 3;
  /** True if the panel starts folded. */
  folded?: boolean;
  children: ReactNode;
}

/** A section that folds under its heading. Folded content is not rendered, and nothing is measured. */
export function Panel({ title, count, actions, level = 2, folded = false, children }: PanelProps) {
  const [{ open, moving }, setFold] = useState({ open: !folded, moving: false });
  const contentId = useId();
  const toggle = () => setFold({ open: !open, moving: !prefersReducedMotion() });
  const settle = ({ target, currentTarget }: AnimationEvent) =>
    target === currentTarget && setFold({ open, moving: false });
  const Heading = `h${level}` as const;
  return (
    <section className={classNames(styles.panel, level === 3 && styles.inner)} aria-label={title}>
      <div className={styles.header}>
        <Heading className={styles.heading}>
          <button
            type="button"
            className={styles.trigger}
            aria-controls={contentId}
            aria-expanded={open}
            onClick={toggle}
          >
            {title}
            {count !== undefined && (
              <>
                {' '}
                <span className={styles.count}>{count}</span>
              </>
            )}
            <ChevronDown aria-hidden="true" className={styles.arrow} />
          </button>
        </Heading>
        {actions}
      </div>
      <div
        id={contentId}
        className={classNames(styles.content, moving && (open ? styles.unfolding : styles.folding))}
        hidden={!open && !moving}
        onAnimationEnd={settle}
      >
        {(open || moving) && (
          <div className={styles.clip}>
            <div className={styles.inside}>{children}</div>
          </div>
        )}
      </div>
    </section>
  );
}
