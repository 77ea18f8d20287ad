import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../../lib/texts/common';
import { Brand } from '../../../ui/brand/brand';
import { classNames } from '../../../ui/dom/dom';

export const actionsClass = 'auth-frame-actions mt-2 grid gap-3 wide:[.auth-frame-pairs>&]:mt-0';

interface AuthFrameProps {
  title: string;
  lead?: string;
  /** Keeps the whole frame as narrow as the fields of the log-in, so that all of it has one axis. */
  narrow?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}

export function AuthFrame({ title, lead, narrow = false, children, footer }: AuthFrameProps) {
  return (
    <div
      className={classNames(
        'grid gap-6 pt-[max(20px,var(--safe-top))] pb-8 wide:mt-[6vh] wide:mb-auto wide:rounded-24 wide:border wide:border-line wide:bg-surface wide:p-10 wide:has-[.auth-frame-pairs]:mt-6 wide:has-[.auth-frame-pairs]:py-8',
        narrow && 'max-wide:mx-auto max-wide:w-full max-wide:max-w-87.5',
      )}
    >
      <Link
        to="/landing"
        className="inline-flex min-h-target items-center justify-self-start rounded-8 no-underline"
        aria-label={commonTexts.appName}
      >
        <Brand />
      </Link>
      <div className="mt-6 grid gap-2 wide:mt-2">
        <h1 className="text-40 leading-[1.05] tracking-[-0.03em]">{title}</h1>
        {lead && <p className="text-ink-soft">{lead}</p>}
      </div>
      {children}
      {footer && (
        <div className="grid justify-items-center gap-1 text-center text-ink-soft [&_a]:inline-flex [&_a]:min-h-target-small [&_a]:items-center [&_a]:font-medium [&_button]:min-h-target-small [&_button]:px-1 [&_button]:py-0 [&_button]:[font-size:inherit] [&_button]:font-medium [&_button]:underline [&_button]:decoration-1 [&_button]:underline-offset-[0.18em]">
          {footer}
        </div>
      )}
    </div>
  );
}
