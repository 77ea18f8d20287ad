import type { Photo as PhotoRecord } from '@candid/contracts';
import { ChevronLeft, ChevronRight, ListOrdered } from 'lucide-react';
import { commonTexts } from '../../../../lib/texts/common';
import { plannerPreviewTexts as texts } from '../../../../lib/texts/planner-preview';
import { compareTexts } from '../../../../lib/texts/results';
import { Photo } from '../../../../shared/photos/photo';
import { Button } from '../../../../ui/button/button';
import { useCarousel } from '../../../../ui/carousel/use-carousel';
import { classNames } from '../../../../ui/dom/dom';
import { Dots } from '../../../../ui/dots/dots';
import { IconButton } from '../../../../ui/icon-button/icon-button';
import { Sheet } from '../../../../ui/sheet/sheet';
import { useArrowKeys } from '../photo-view/use-arrow-keys';
import styles from './planner-preview.module.css';
import { SavePictures } from './save-pictures';

/** State of the suggested order of the photos; `shown` means that the photos have this order. */
export interface PreviewedOrder {
  readonly offered: boolean;
  readonly shown: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly toggle: () => void;
}

interface PlannerPreviewProps {
  open: boolean;
  /** Photos of the planner in their order there, without held ones. */
  photos: readonly PhotoRecord[];
  /** Number of held photos. */
  held: number;
  order: PreviewedOrder;
  onClose: () => void;
}

/** Previews the profile like a dating app: one tall photo after the other, without scores. */
export default function PlannerPreview({ open, photos, held, order, onClose }: PlannerPreviewProps) {
  const suggested = order.shown && !order.loading && !order.failed;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts.title}
      description={texts.lead}
      footer={<SavePictures key={String(suggested)} photos={photos} />}
    >
      <div className={styles.stack}>
        <div className={styles.order}>
          <p className={styles.basis} aria-live="polite">
            {order.failed ? compareTexts.failed : suggested ? texts.suggested : texts.newestFirst}
          </p>
          {order.offered && (
            <Button
              size="s"
              variant="quiet"
              className={styles.reorder}
              icon={<ListOrdered />}
              busy={order.loading}
              onClick={order.toggle}
            >
              {suggested ? texts.toNewestFirst : compareTexts.suggest}
            </Button>
          )}
        </div>
        <Cards key={String(suggested)} photos={photos} />
        {held > 0 && <p className={styles.basis}>{texts.held(held)}</p>}
      </div>
    </Sheet>
  );
}

const swipe = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

function Cards({ photos }: { photos: readonly PhotoRecord[] }) {
  const { viewport, index, next, previous, show } = useCarousel(swipe);
  useArrowKeys({ onPrevious: previous, onNext: next });
  const count = photos.length;
  const position = Math.min(index + 1, count);
  return (
    <>
      <section className={styles.cards} aria-roledescription={commonTexts.carousel} aria-label={texts.photos}>
        <div className={styles.viewport} ref={viewport}>
          <ul className={styles.track}>
            {photos.map((photo, at) => (
              <li
                key={photo._id}
                className={styles.slide}
                aria-roledescription={commonTexts.slide}
                aria-label={texts.photo(at + 1, count)}
                aria-hidden={at !== index}
              >
                <Photo
                  source={photo}
                  alt={texts.photo(at + 1, count)}
                  sizes="(min-width: 900px) 400px, 90vw"
                  eager={Math.abs(at - index) <= 1}
                  corners="edge"
                />
              </li>
            ))}
          </ul>
        </div>
        {position > 1 && (
          <IconButton
            variant="scrim"
            className={`${styles.arrow} ${styles.previous}`}
            label={commonTexts.previousPhoto}
            icon={<ChevronLeft />}
            onClick={previous}
          />
        )}
        {position < count && (
          <IconButton
            variant="scrim"
            className={`${styles.arrow} ${styles.next}`}
            label={commonTexts.nextPhoto}
            icon={<ChevronRight />}
            onClick={next}
          />
        )}
        {count > 1 && (
          <div className={styles.foot} aria-hidden="true">
            <Dots count={count} index={position - 1} scrim />
            <p className={styles.position}>
              {position === 1 ? texts.seenFirst(count) : texts.position(position, count)}
            </p>
          </div>
        )}
        <p className="visually-hidden" aria-live="polite">
          {texts.photo(position, count)}
        </p>
      </section>
      {count > 1 && (
        <ul className={styles.strip}>
          {photos.map((photo, at) => (
            <li key={photo._id}>
              <button
                type="button"
                className={classNames(styles.thumb, at === position - 1 && styles.current)}
                aria-label={texts.show(at + 1)}
                aria-current={at === position - 1}
                onClick={() => show(at)}
              >
                <Photo source={photo} alt="" sizes="56px" corners="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
