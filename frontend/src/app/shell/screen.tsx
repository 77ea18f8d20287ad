import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../../ui/dom/dom';

const widthClasses = {
  form: 'max-w-110 px-4 pb-8 wide:px-6 wide:pb-12',
  pairs: 'max-w-110 px-4 pb-8 wide:max-w-200 wide:px-6 wide:pb-12',
  page: 'max-w-page px-4 pb-8 wide:px-6 wide:pb-12',
  wide: 'max-w-page-wide px-4 pb-8 wide:px-6 wide:pb-12',
  edge: 'p-0',
};

interface ScreenProps {
  /** Title of the browser tab; a screen reader reads it on arrival. */
  title: string;
  /** `pairs` is the width of a form with two fields side by side, if there is room. */
  width?: keyof typeof widthClasses;
  children: ReactNode;
}

let firstScreen = true;

/** The main part of a page. Navigation moves the focus here and scrolls to the top. */
export function Screen({ title, width = 'page', children }: ScreenProps) {
  const main = useRef<HTMLElement>(null);
  const navigation = useNavigationType();

  // React's <title> does not work here: the tab would keep the last title while a page loads or fails.
  useEffect(() => {
    document.title = title === commonTexts.appName ? title : `${title} – ${commonTexts.appName}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation, not on later changes
  useEffect(() => {
    if (firstScreen) {
      firstScreen = false;
      return;
    }
    main.current?.focus({ preventScroll: true });
    if (navigation !== 'POP') window.scrollTo(0, 0);
  }, []);

  return (
    <main
      id="main"
      ref={main}
      tabIndex={-1}
      className={classNames('mx-auto flex w-full flex-1 flex-col', widthClasses[width])}
      aria-label={title}
    >
      {children}
    </main>
  );
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-90 -translate-y-[200%] rounded-12 bg-ink px-4 py-3 text-ground focus:translate-none"
    >
      {commonTexts.skipToContent}
    </a>
  );
}
