import { Check } from 'lucide-react';

const cardClass =
  'absolute inset-0 -rotate-8 rounded-24 border border-line bg-tone nth-2:rotate-6 nth-2:bg-tone-strong';

/** Picture of an empty pile of photos: nothing is left to rate. */
export function FeedArt() {
  return (
    <span className="relative block h-35 w-28">
      <span className={cardClass} />
      <span className={cardClass} />
      <span className="absolute inset-0 grid -rotate-1 place-items-center rounded-24 border border-line bg-surface text-accent-ink nth-2:rotate-6 nth-2:bg-tone-strong [&_svg]:size-11">
        <Check />
      </span>
    </span>
  );
}
