import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { createContext, type ReactNode, type Ref, useContext } from 'react';
import { classNames } from '../dom/dom';

const toneClasses = {
  plain: 'bg-tone [&>svg]:text-ink-soft',
  danger: 'bg-danger-soft [&>svg]:text-danger',
  success: 'bg-success-soft [&>svg]:text-success',
  accent: 'bg-accent-soft [&>svg]:text-accent-ink',
};

interface NoticeProps {
  tone?: 'plain' | 'danger' | 'success' | 'accent';
  children: ReactNode;
  action?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

const InRegion = createContext(false);

/** A message in the page. Screen readers read a problem immediately, and other messages after the current speech. */
export function Notice({ tone = 'plain', children, action, ref }: NoticeProps) {
  const quietly = useContext(InRegion) ? undefined : 'status';
  const Icon = tone === 'danger' ? CircleAlert : tone === 'success' ? CircleCheck : Info;
  return (
    <div
      ref={ref}
      className={classNames(
        'flex animate-settle flex-wrap items-center gap-3 rounded-12 px-4 py-3 text-14 leading-[1.45]',
        toneClasses[tone],
      )}
      role={tone === 'danger' ? 'alert' : quietly}
    >
      <Icon aria-hidden="true" className="size-5 flex-none" />
      <div className="flex-1">{children}</div>
      {action}
    </div>
  );
}

/** Renders an empty region in advance: a screen reader may miss a message that appears together with its region. */
export function NoticeRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:absolute">
      <InRegion value={true}>{children}</InRegion>
    </div>
  );
}
