import { type ReactNode, useId } from 'react';
import { messageOf } from '../../lib/api/errors';
import { LoadProblem } from '../../ui/notice/load-problem';

export const linesClass = 'grid [&>a]:inline-flex [&>a]:min-h-target-dense [&>a]:items-center [&>a[href]]:my-0';

interface SectionProps {
  title: string;
  text?: string;
  actions?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, text, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8 grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-20">
            {title}
          </h2>
          {text && <p className="max-w-[70ch] text-14 text-ink-soft">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface FailureProps {
  error: unknown;
  text: string;
  retry: () => void;
}

export function Failure({ error, text, retry }: FailureProps) {
  return <LoadProblem text={messageOf(error, text)} onRetry={retry} />;
}
