import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from '../class-names/class-names';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  count?: number;
  /** Beside the title, outside the button that folds. */
  actions?: ReactNode;
  level?: 2 | 3;
  /** How it stands at first. */
  folded?: boolean;
  children: ReactNode;
}

/** A section that folds away under its heading. */
export function Panel({ title, count, actions, level = 2, folded = false, children }: PanelProps) {
  const [open, setOpen] = useState(!folded);
  const Heading = `h${level}` as const;
  return (
    <Collapsible.Root asChild open={open} onOpenChange={setOpen}>
      <section className={classNames(styles.panel, level === 3 && styles.inner)} aria-label={title}>
        <div className={styles.header}>
          <Heading className={styles.heading}>
            <Collapsible.Trigger className={styles.trigger}>
              {title}
              {count !== undefined && (
                <>
                  {' '}
                  <span className={styles.count}>{count}</span>
                </>
              )}
              <ChevronDown aria-hidden="true" className={styles.arrow} />
            </Collapsible.Trigger>
          </Heading>
          {actions}
        </div>
        <Collapsible.Content className={styles.content}>
          <div className={styles.inside}>{children}</div>
        </Collapsible.Content>
      </section>
    </Collapsible.Root>
  );
}
