import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  title: string;
  children: ReactNode;
}

/** Further details that open on a tap. Its content renders and loads only when it is open. */
export function Disclosure({ title, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.frame} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {title}
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </summary>
      {open && <div className={styles.inside}>{children}</div>}
    </details>
  );
}
