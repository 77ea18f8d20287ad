import { type ReactNode, useEffect, useRef, useState } from 'react';
import { approvalTexts } from '../../../lib/texts/approval';
import { errorTexts } from '../../../lib/texts/common';
import { Photo } from '../../../shared/photos/photo';
import type { PhotoSource } from '../../../shared/photos/pictures';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';

interface TrialPhoto extends PhotoSource {
  readonly _id: string;
}

interface TrialPairsProps {
  pairs: readonly (readonly [TrialPhoto, TrialPhoto])[];
  /** Milliseconds for which a pair is shown before a choice counts. */
  lookMs: number;
  onDone: (photoIds: string[]) => void;
  /** Returns the part of the page that follows the last pair. */
  children: (photoIds: string[]) => ReactNode;
}

const photoSizes = '(min-width: 900px) 370px, 50vw';

/** Shows one pair after the other. The next pair loads while the person looks at the current one. */
export function TrialPairs({ pairs, lookMs, onDone, children }: TrialPairsProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const place = chosen.length;
  const [lookedAt, setLookedAt] = useState(-1);
  const [lost, setLost] = useState<readonly string[]>([]);
  /** A new key of the pictures makes the browser request them again. */
  const [attempt, setAttempt] = useState(0);
  const pair = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    pair.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setLookedAt((seen) => Math.max(seen, place)), lookMs);
    return () => clearTimeout(timer);
  }, [place, lookMs]);

  if (place === pairs.length) return children(chosen);
  const ready = lookedAt >= place;
  const isLost = pairs[place]?.some(({ _id }) => lost.includes(_id)) ?? false;
  const loadAgain = () => {
    setLost([]);
    setAttempt(attempt + 1);
  };
  const choose = (photoId: string) => {
    if (!ready) return;
    const next = [...chosen, photoId];
    setChosen(next);
    if (next.length === pairs.length) onDone(next);
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-14 text-ink-soft">
        <p className="tabular-nums">{approvalTexts.place(place + 1, pairs.length)}</p>
        <p role="status">{ready ? approvalTexts.choose : approvalTexts.look}</p>
      </div>
      <NoticeRegion>
        {isLost && (
          <Notice
            tone="danger"
            action={
              <Button size="s" onClick={loadAgain}>
                {errorTexts.retry}
              </Button>
            }
          >
            {approvalTexts.photoLost}
          </Notice>
        )}
      </NoticeRegion>
      {pairs.slice(0, place + 2).map((photos, index) => (
        <fieldset
          key={photos[0]._id}
          ref={index === place ? pair : undefined}
          aria-label={approvalTexts.place(index + 1, pairs.length)}
          tabIndex={-1}
          hidden={index !== place}
          className={classNames('min-w-0 grid-cols-2 gap-3 outline-none wide:gap-5', index === place && 'grid')}
        >
          {photos.map((photo, side) => (
            <button
              key={photo._id}
              type="button"
              aria-disabled={!ready || undefined}
              className="cursor-pointer touch-manipulation rounded-16 border-0 bg-transparent p-0 [transition:scale_var(--motion-fast)_var(--ease-out)] active:not-aria-disabled:scale-[calc(1-0.025*var(--travel))] aria-disabled:cursor-progress"
              onClick={() => choose(photo._id)}
            >
              <Photo
                key={attempt}
                source={photo}
                alt={approvalTexts.photos[side] ?? ''}
                sizes={photoSizes}
                eager
                onLost={() => setLost((ids) => [...ids, photo._id])}
              />
            </button>
          ))}
        </fieldset>
      ))}
      {place > 0 && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setChosen(chosen.slice(0, -1))}>
          {approvalTexts.previous}
        </Button>
      )}
    </div>
  );
}
