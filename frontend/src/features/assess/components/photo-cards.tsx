import type { Catalogue } from '@candid/contracts';
import { type RefObject, useEffect, useRef } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { useLingering } from '../../../ui/sheet/use-lingering';
import type { OpenTest } from '../api/tests';
import { entryOf, missingFor, photosToRate } from '../hooks/progress';
import type { useDraft } from '../hooks/use-draft';
import { cardId, sliderIn, useRatingKeys } from '../hooks/use-rating-keys';
import { AssessedCard } from './assessed-card';
import styles from './assessment-form.module.css';
import { CommentPicker } from './comment-picker';

interface PhotoCardsProps {
  test: OpenTest;
  catalogue: Catalogue;
  draft: ReturnType<typeof useDraft>;
  /** Keys rate while no dialog is open. */
  keys: boolean;
  submitButton: RefObject<HTMLButtonElement | null>;
  onPictureLost: () => void;
}

/** The photos of a test one under the other, each with what is asked about it. */
export function PhotoCards({ test, catalogue, draft, keys, submitButton, onPictureLost }: PhotoCardsProps) {
  const photos = [...test.photos, ...test.benchmarkPhotos];
  const rated = photosToRate(photos);
  const { entries, place } = draft;
  const commented = rated.find(({ _id }) => place.picking && _id === place.photoId) ?? null;
  const picker = useLingering(commented);
  const position = (photoId: string) => photos.findIndex(({ _id }) => _id === photoId) + 1;

  // Back where a reload or a new log-in interrupted.
  const returningTo = useRef(place.photoId);
  useEffect(() => {
    const card = returningTo.current && document.getElementById(cardId(returningTo.current));
    if (card) card.scrollIntoView({ block: 'start' });
  }, []);

  const current = () => rated.find(({ _id }) => _id === place.photoId) ?? rated[0];
  const visit = (photoId: string) => {
    document.getElementById(cardId(photoId))?.scrollIntoView({ block: 'nearest' });
    const slider = sliderIn(photoId);
    (slider ?? document.getElementById(cardId(photoId))?.querySelector('button'))?.focus();
    draft.move({ photoId });
  };
  const goOn = () => {
    const here = current();
    if (here && !document.getElementById(cardId(here._id))?.contains(document.activeElement)) return visit(here._id);
    const at = rated.findIndex(({ _id }) => _id === here?._id);
    const next = rated[at + 1];
    if (next) return visit(next._id);
    const lacking = rated.find((photo) => {
      const missing = missingFor(photo, entryOf(entries, photo._id));
      return missing.rating || missing.comments > 0;
    });
    if (!lacking) return submitButton.current?.click();
    if (missingFor(lacking, entryOf(entries, lacking._id)).rating) visit(lacking._id);
    else draft.move({ photoId: lacking._id, picking: true });
  };
  useRatingKeys({
    enabled: keys && commented === null,
    currentId: () => current()?._id ?? null,
    onNext: goOn,
    onComment: () => {
      const photo = current();
      if (photo && photo.minComments > 0) draft.move({ photoId: photo._id, picking: true });
    },
  });

  return (
    <>
      <p className={styles.keys}>{assessTexts.keysHint}</p>
      <ul className={styles.cards}>
        {photos.map((photo) => (
          <li
            key={photo._id}
            id={cardId(photo._id)}
            className={styles.item}
            onFocus={() => place.photoId !== photo._id && rated.includes(photo) && draft.move({ photoId: photo._id })}
          >
            <AssessedCard
              photo={photo}
              position={position(photo._id)}
              count={photos.length}
              catalogue={catalogue}
              entry={entryOf(entries, photo._id)}
              onRate={(rating) => draft.change(photo._id, { rating })}
              onComment={() => draft.move({ photoId: photo._id, picking: true })}
              onPictureLost={onPictureLost}
            />
          </li>
        ))}
      </ul>
      {picker.shown && (
        <CommentPicker
          key={picker.shown._id}
          open={picker.open}
          photo={picker.shown}
          position={position(picker.shown._id)}
          catalogue={catalogue}
          picks={entryOf(entries, picker.shown._id).comments}
          sectionId={place.sectionId}
          onSection={(sectionId) => draft.move({ sectionId })}
          onChange={(comments) => commented && draft.change(commented._id, { comments })}
          onClose={() => draft.move({ picking: false })}
        />
      )}
    </>
  );
}
