import { ImageOff } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../../ui/dom/dom';
import { type PhotoSource, srcSetOf } from './pictures';

const cornersClasses = { round: 'rounded-16', small: 'rounded-12', edge: 'rounded-none' };

interface PhotoProps {
  source: PhotoSource;
  alt: string;
  sizes?: string;
  /** True for the first visible picture, which loads before the others. */
  eager?: boolean;
  corners?: keyof typeof cornersClasses;
  dimmed?: boolean;
  /** Called if the picture does not load: its link may have expired. */
  onLost?: () => void;
  children?: ReactNode;
}

type LoadState = 'loading' | 'loaded' | 'failed';

/** A 4:5 photo. A blurred preview fills its place until the photo has loaded, so that the layout does not move. */
export function Photo(props: PhotoProps) {
  const { source, alt, sizes, eager = false, corners = 'round', dimmed = false, onLost, children } = props;
  const [{ state, path }, setShown] = useState({ state: 'loading' as LoadState, path: source.path });
  const setState = (next: LoadState) => setShown({ state: next, path: source.path });
  // A new link is a new attempt, so the preview appears again.
  if (path !== source.path) setState('loading');
  // Requests a failed picture again when the network returns.
  useEffect(() => {
    if (state !== 'failed') return;
    const again = () => setShown((shown) => ({ ...shown, state: 'loading' }));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [state]);
  const preview = source.preview ? ({ '--preview': `url("${source.preview}")` } as CSSProperties) : undefined;
  const srcSet = srcSetOf(source);
  return (
    <span
      className={classNames(
        'relative block aspect-4/5 w-full overflow-hidden bg-tone before:absolute before:-inset-[12%] before:blur-[14px] before:[background:var(--preview)_center/cover_no-repeat] has-[>.photo-loaded]:before:invisible has-[>.photo-loaded]:before:[transition:visibility_0s_var(--motion-base)]',
        cornersClasses[corners],
        dimmed && 'photo-dimmed',
      )}
      style={preview}
    >
      {state === 'failed' ? (
        <span
          className="@container absolute inset-0 grid place-content-center justify-items-center gap-2 bg-tone p-4 text-center text-ink-soft [&_span]:hidden @min-[240px]:[&_span]:block [&_svg]:size-7"
          role="img"
          aria-label={commonTexts.photoMissing}
        >
          <ImageOff aria-hidden="true" />
          <span aria-hidden="true">{commonTexts.photoMissing}</span>
        </span>
      ) : (
        <img
          key={source.path}
          // A cached picture may have loaded before React listens to its load event.
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0 && state !== 'loaded') setState('loaded');
          }}
          className={classNames(
            'absolute inset-0 size-full object-cover transition-opacity duration-(--motion-base) in-[.photo-dimmed]:opacity-35',
            state === 'loaded' ? 'photo-loaded opacity-100' : 'opacity-0',
          )}
          src={source.path}
          srcSet={srcSet || undefined}
          sizes={srcSet ? (sizes ?? '100vw') : undefined}
          alt={alt}
          width={1080}
          height={1350}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={() => setState('loaded')}
          onError={() => {
            setState('failed');
            onLost?.();
          }}
        />
      )}
      {children}
    </span>
  );
}

/** A number in the corner of a photo, so that sentences can name the photo. */
export const PositionMark = ({ position }: { position: number }) => (
  <span
    className="absolute top-2 left-2 grid size-7 place-items-center rounded-full bg-scrim text-14 font-bold text-on-scrim"
    aria-hidden="true"
  >
    {position}
  </span>
);
