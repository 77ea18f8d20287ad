import { type AssessedPhoto, type Catalogue, PRODUCT } from '@candid/contracts';
import { useMemo } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { unpick } from '../../../shared/comments/picking';
import type { useDraft } from '../hooks/use-draft';
import { offeredSections, phrasesOf } from '../offered-phrases';
import { entryOf, type OpenAssessment, type ProfileQuestions as Questions } from '../open-assessment';
import styles from './assessment-form.module.css';
import { PhotoCarousel } from './photo-carousel';
import { PhrasePicker, PickedComments, PicksCount } from './phrase-picker';

interface ProfileQuestionsProps {
  assessment: OpenAssessment;
  questions: Questions;
  catalogue: Catalogue;
  draft: ReturnType<typeof useDraft>;
  /** Arrow keys turn the photos while no dialog is open. */
  keys: boolean;
  onPictureLost: () => void;
  onReport: (photo: AssessedPhoto) => void;
}

/** A profile's photos, and the comments on them as a set. */
export function ProfileQuestions({
  assessment,
  questions,
  catalogue,
  draft,
  keys,
  onPictureLost,
  onReport,
}: ProfileQuestionsProps) {
  const { commentsSelected, groupId } = questions;
  const sections = useMemo(
    () => offeredSections(catalogue, { commentsSelected: [...commentsSelected], commentsNegative: true }),
    [catalogue, commentsSelected],
  );
  const picks = entryOf(draft.entries, groupId).comments;
  const picksMax = PRODUCT.commentsPerPhotoMax;
  const photos = useMemo(() => [...assessment.photos, ...assessment.benchmarkPhotos], [assessment]);
  const startAt = photos.findIndex(({ _id }) => _id === draft.place.photoId);
  return (
    <div className={styles.profile}>
      <div className={styles.photos}>
        <PhotoCarousel
          photos={photos}
          keys={keys}
          startAt={Math.max(0, startAt)}
          onShown={(photo) => photo._id !== draft.place.photoId && draft.move({ photoId: photo._id })}
          onPictureLost={onPictureLost}
          onReport={onReport}
          className={styles.large}
        />
      </div>
      <section className={styles.questions} aria-label={assessTexts.profileComments}>
        <header className={styles.head}>
          <h2>{assessTexts.profileComments}</h2>
          <p className={styles.hint}>{assessTexts.pickerHint}</p>
        </header>
        <PhrasePicker
          sections={sections}
          picks={picks}
          picksMax={picksMax}
          sectionId={draft.place.sectionId}
          onSection={(sectionId) => draft.move({ sectionId })}
          onChange={(comments) => draft.change(groupId, { comments })}
        />
        <div className={styles.chosen}>
          <PicksCount count={picks.length} max={picksMax} />
          <PickedComments
            picks={picks}
            catalogue={catalogue}
            onRemove={(phraseId) => draft.change(groupId, { comments: unpick(picks, phraseId, phrasesOf(sections)) })}
          />
        </div>
      </section>
    </div>
  );
}
