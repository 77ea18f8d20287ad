import { commonTexts } from '../../lib/texts/common';
import { Spinner } from '../../ui/button/button';

interface PageLoadingProps {
  text?: string;
  /** Heading for screen readers, if the page has no other heading. */
  heading?: string;
}

/** A message that becomes visible only after a noticeable wait. */
export function PageLoading({ text = commonTexts.loading, heading }: PageLoadingProps) {
  return (
    <>
      {heading && <h1 className="sr-only">{heading}</h1>}
      <div
        className="flex min-h-[50dvh] flex-1 animate-appear-late items-center justify-center gap-3 text-ink-soft"
        role="status"
      >
        <Spinner /> {text}
      </div>
    </>
  );
}
