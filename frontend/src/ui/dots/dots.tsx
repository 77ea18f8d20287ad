import { classNames } from '../dom/dom';

interface DotsProps {
  count: number;
  index: number;
  scrim?: boolean;
}

export function Dots({ count, index, scrim = false }: DotsProps) {
  return (
    <div className="flex justify-center gap-1.5" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity except its position
          key={at}
          className={classNames(
            'h-2 rounded-pill [transition:width_var(--motion-base)_var(--ease-out),background-color_var(--motion-base)]',
            at === index ? 'w-5.5' : 'w-2 opacity-50',
            scrim ? 'bg-on-scrim' : at === index ? 'bg-accent' : 'bg-line-strong',
          )}
        />
      ))}
    </div>
  );
}
