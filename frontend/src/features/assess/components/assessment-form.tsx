import { type AssessedPhoto, type Catalogue, PRODUCT } from '@candid/contracts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { useLingering } from '../../../ui/sheet/use-lingering';
import type { OpenTest } from '../api/tests';
import { entryOf, isComplete, photosToRate, remainingOf } from '../hooks/progress';
import { useDraft } from '../hooks/use-draft';
import { useSubmission } from '../hooks/use-submission';
import { AssessedCard } from './assessed-card';
import { AssessmentDialogs } from './assessment-dialogs';
import styles from './assessment-form.module.css';
import { CommentPicker } from './comment-picker';
import { LookingFor } from './looking-for';
import { SubmitBar } from './submit-bar';

interface AssessmentFormProps {
  ownerId: string;
  test: OpenTest;
  catalogue: Catalogue;
  /** Back to the feed, whatever has been entered. */
  onLeave: () => void;
  /** On to another test, because this one cannot be submitted any more. */
  onNext: () => void;
}

/** Ratings and comments for all photos of a test, sent together. */
export function AssessmentForm({ ownerId, test, catalogue, onLeave, onNext }: AssessmentFormProps) {
  const draft = useDraft(test.testId);
  const submission = useSubmission(ownerId, draft.discard);
  const [commenting, setCommenting] = useState<AssessedPhoto | null>(null);
  const picker = useLingering(commenting);
  const [leaving, setLeaving] = useState(false);
  const photos = [...test.photos, ...test.benchmarkPhotos];
  const remaining = remainingOf(photos, draft.entries);
  const position = (photo: AssessedPhoto) => photos.indexOf(photo) + 1;

  const submit = () => {
    const ratings = photosToRate(photos).map(({ _id }) => {
      const { rating, comments } = entryOf(draft.entries, _id);
      return { photoId: _id, rating, comments };
    });
    submission.submit(ratings, draft.idempotencyKey);
  };

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1 className={styles.title}>{assessTexts.testingTitle}</h1>
        <LookingFor ownerId={ownerId} title={assessTexts.lookingForSmall} />
        <IconButton
          className={styles.close}
          variant="tone"
          label={assessTexts.closeAssessment}
          icon={<X />}
          onClick={() => setLeaving(true)}
        />
      </header>
      <ul className={styles.cards}>
        {photos.map((photo) => (
          <li key={photo._id}>
            <AssessedCard
              photo={photo}
              position={position(photo)}
              count={photos.length}
              catalogue={catalogue}
              entry={entryOf(draft.entries, photo._id)}
              onRate={(rating) => draft.change(photo._id, { rating })}
              onComment={() => setCommenting(photo)}
            />
          </li>
        ))}
      </ul>
      <SubmitBar
        remaining={remaining}
        ready={isComplete(remaining)}
        busy={submission.busy}
        problem={submission.problem}
        over={submission.over}
        onSubmit={submit}
        onNext={() => {
          draft.discard();
          onNext();
        }}
      />
      {picker.shown && (
        <CommentPicker
          key={picker.shown._id}
          open={picker.open}
          photo={picker.shown}
          position={position(picker.shown)}
          catalogue={catalogue}
          picksMax={PRODUCT.commentsPerPhotoMax}
          picks={entryOf(draft.entries, picker.shown._id).comments}
          onChange={(comments) => commenting && draft.change(commenting._id, { comments })}
          onClose={() => setCommenting(null)}
        />
      )}
      <AssessmentDialogs
        hasBenchmarks={test.benchmarkPhotos.length > 0}
        leaving={leaving}
        earnedTokens={submission.earnedTokens}
        onStay={() => setLeaving(false)}
        onLeave={() => {
          draft.discard();
          onLeave();
        }}
        onDone={onLeave}
      />
    </div>
  );
}
