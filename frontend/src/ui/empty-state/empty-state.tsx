import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: string;
  art?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}

export function EmptyState({ title, text, art, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid justify-items-center gap-2 px-4 py-8 text-center">
      {art && (
        <div className="mb-4" aria-hidden="true">
          {art}
        </div>
      )}
      <Heading className="text-20">{title}</Heading>
      {text && <p className="max-w-[36ch] text-ink-soft">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
