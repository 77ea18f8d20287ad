import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../dom/dom';

const variantClasses = {
  plain: 'bg-transparent text-ink hover:not-disabled:bg-tone',
  soft: 'bg-transparent text-ink-soft hover:not-disabled:bg-tone',
  tone: 'bg-tone text-ink hover:not-disabled:bg-tone-strong',
  /** A light edge, so that the button stays visible on a dark photo. */
  scrim: 'bg-scrim text-on-scrim [box-shadow:0_0_0_1px_rgb(255_250_246/0.45)]',
};

const sizeClasses = {
  m: 'size-target [&_svg]:size-5.5',
  fine: 'size-target [&_svg]:size-5',
  dense: 'size-9 [&_svg]:size-4.5',
  s: 'size-8.5 [&_svg]:size-4.5',
};

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name; the icon is decoration. */
  label: string;
  icon: ReactNode;
  variant?: keyof typeof variantClasses;
  /** `fine`: a smaller icon; the clickable area keeps its full size. */
  size?: keyof typeof sizeClasses;
  /** True if `className` places the button over its parent, at an edge or in a corner. */
  floating?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'plain', size = 'm', floating, className, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-grid flex-none touch-manipulation place-items-center rounded-full border-0 p-0 [transition:background-color_var(--motion-fast),scale_var(--motion-fast)_var(--ease-out)] active:not-disabled:scale-[calc(1-0.06*var(--travel))] disabled:text-ink-faint disabled:opacity-60 pointer-coarse:after:absolute pointer-coarse:after:inset-[min(0px,(100%-var(--spacing-target))/2)]',
        variantClasses[variant],
        sizeClasses[size],
        floating ? 'absolute' : 'relative',
        className,
      )}
    >
      {icon}
    </button>
  );
}
