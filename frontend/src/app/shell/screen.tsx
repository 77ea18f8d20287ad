import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../../ui/dom/dom';
import styles from './screen.module.css';

interface ScreenProps {
  /** Names the page in the tab and, on arrival, to a screen reader. */
  title: string;
  /** `pairs` is a form whose fields stand two by two where there is room. */
  width?: 'form' | 'pairs' | 'page' | 'wide' | 'edge';
  children: ReactNode;
}

let firstScreen = true;

/** A page's main part. Arriving at it by navigation moves the focus here and the view to the top. */
export function Screen({ title, width = 'page', children }: ScreenProps) {
  const main = useRef<HTMLElement>(null);
  const navigation = useNavigationType();

  // Not React's <title>: the tab keeps the last title where a page breaks or is still loading.
  useEffect(() => {
    document.title = title === commonTexts.appName ? title : `${title} – ${commonTexts.appName}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per arrival, whatever changes on the page later
  useEffect(() => {
    if (firstScreen) {
      firstScreen = false;
      return;
    }
    main.current?.focus({ preventScroll: true });
    if (navigation !== 'POP') window.scrollTo(0, 0);
  }, []);

  return (
    <main id="main" ref={main} tabIndex={-1} className={classNames(styles.screen, styles[width])} aria-label={title}>
      {children}
    </main>
  );
}

/** Shown when it has the focus: past the navigation to what the page is about. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {commonTexts.skipToContent}
    </a>
  );
}
