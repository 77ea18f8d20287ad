import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '../dom/dom';

const iconClass = 'inline-flex flex-none [&_svg]:size-5 in-[.button-small]:[&_svg]:size-4';
const variantClasses = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-press',
  secondary: 'bg-tone text-ink hover:not-disabled:bg-tone-strong',
  quiet: 'bg-transparent text-accent-ink hover:not-disabled:bg-accent-soft',
  danger: 'bg-danger-fill text-on-danger',
};

interface ButtonLook {
  /** `primary` is for the one main action of a screen. */
  variant?: keyof typeof variantClasses;
  size?: 'm' | 's';
  block?: boolean;
}

function buttonClass({ variant = 'secondary', size = 'm', block = false }: ButtonLook): string {
  return classNames(
    'touch-manipulation items-center justify-center gap-2 rounded-pill border border-transparent text-center leading-tight font-bold no-underline select-none [transition:background-color_var(--motion-fast),border-color_var(--motion-fast),scale_var(--motion-fast)_var(--ease-out)] active:not-disabled:scale-[calc(1-0.025*var(--travel))] disabled:bg-transparent disabled:text-ink-faint aria-busy:cursor-progress aria-disabled:bg-transparent aria-disabled:text-ink-faint aria-disabled:hover:bg-transparent aria-disabled:hover:text-ink-faint forced-colors:border-[ButtonBorder]',
    variantClasses[variant],
    variant !== 'quiet' && 'disabled:border-line aria-disabled:border-line',
    size === 's' ? 'button-small min-h-target-small px-4 py-1 text-14' : 'min-h-12 px-5 py-2 text-16',
    block ? 'flex w-full' : 'inline-flex',
  );
}

export function Spinner() {
  return (
    <span
      className="inline-block size-[1em] animate-turn rounded-full border-2 border-current border-r-transparent motion-reduce:animate-breathe motion-reduce:border-r-current"
      aria-hidden="true"
    />
  );
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode;
  /** True while the action runs: the button is disabled, and its label should say so. */
  busy?: boolean;
  /** True if the action is not possible yet. The button still submits the form, which may explain why. */
  unready?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, block, icon, busy, unready, className, disabled, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-disabled={unready || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClass({ variant, size, block }), className)}
    >
      {busy ? <Spinner /> : icon && <span className={iconClass}>{icon}</span>}
      {children}
    </button>
  );
}

interface LinkButtonProps extends LinkProps, ButtonLook {
  icon?: ReactNode;
}

export function LinkButton({ variant, size, block, icon, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, block })}>
      {icon && <span className={iconClass}>{icon}</span>}
      {children}
    </Link>
  );
}
