import type { LucideIcon } from 'lucide-react';
import { classNames } from '../dom/dom';

/** An icon before a text with the same meaning. `isGood` decides the colour; the icon's shape must differ as well. */
export function Sign({ icon: Icon, isGood }: { icon: LucideIcon; isGood: boolean }) {
  return (
    <span
      className={classNames(
        'grid size-8 flex-none place-items-center rounded-full [&_svg]:size-4',
        isGood ? 'bg-success-soft text-success' : 'bg-tone text-ink-soft',
      )}
      aria-hidden="true"
    >
      <Icon />
    </span>
  );
}
