import type { ReactNode } from 'react';

interface NoticeBarProps {
  children?: ReactNode;
  actions?: readonly { label: string; onAct: () => void }[];
}

/**
 * At the top of a phone, in the lower corner of a desktop. The empty region stays, so that screen readers announce its later
 * content.
 */
export function NoticeBar({ children, actions = [] }: NoticeBarProps) {
  return (
    <div
      className="sticky top-0 z-30 wide:fixed wide:top-auto wide:right-auto wide:bottom-6 wide:left-6 wide:max-w-105"
      role="status"
    >
      {children && (
        <div className="flex animate-drop items-center gap-2 bg-[light-dark(var(--color-ink),var(--color-tone-strong))] px-4 pt-[calc(8px+var(--safe-top))] pb-2 text-14 leading-[1.4] text-[light-dark(var(--color-ground),var(--color-ink))] wide:rounded-16 wide:py-3 wide:pr-3 wide:pl-5 wide:shadow-sheet">
          <p className="flex-1 text-pretty">{children}</p>
          {actions.map(({ label, onAct }) => (
            <button
              key={label}
              type="button"
              className="min-h-target flex-none rounded-12 border-0 bg-transparent px-3 py-0 font-bold text-inherit underline underline-offset-[0.2em] focus-visible:-outline-offset-3 focus-visible:outline-current"
              onClick={onAct}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
