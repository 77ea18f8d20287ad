import { commonTexts } from '../../lib/texts/common';

export function Brand({ size = 'm' }: { size?: 'm' | 'l' }) {
  return (
    <span
      className={`inline-flex items-center gap-[9px] leading-none font-heavy tracking-[-0.03em] text-ink ${size === 'l' ? 'brand-large text-28' : 'text-20'}`}
    >
      <svg
        viewBox="8 2 48 60"
        aria-hidden="true"
        className="h-7 w-5.5 in-[.brand-large]:h-9 in-[.brand-large]:w-[29px]"
      >
        <rect x="10" y="4" width="44" height="56" rx="14" className="fill-accent" />
        <path
          d="M41.5 24.6a11.5 11.5 0 1 0 0 14.8"
          className="fill-none stroke-ground stroke-[6.5] [stroke-linecap:round]"
        />
      </svg>
      {commonTexts.appName}
    </span>
  );
}
