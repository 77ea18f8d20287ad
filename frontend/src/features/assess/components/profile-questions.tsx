import { PRODUCT } from '@candid/contracts';
import { assessTexts } from '../../../lib/texts/assess';
import { unpick } from '../../../shared/comments/picking';
import { offeredSections, phrasesOf } from '../offered-phrases';
import { entryOf, type ProfileQuestions as Questions } from '../open-assessment';
import { AssessedCarousel } from './assessed-carousel';
import type { QuestionsProps } from './photo-cards';
import { PhrasePicker, PickedComments, PicksCount } from './phrase-picker';

/** On wide screens, the photo is narrow enough to show the photo and its strip above the bar. */
export const profileClass =
  'flex flex-1 flex-col pb-6 wide:grid wide:grid-cols-[minmax(0,min(480px,(100dvh_-_320px)_*_0.8))_minmax(0,1fr)] wide:content-start wide:gap-10 wide:pt-4';
/** On a phone, `contents` makes the carousel a direct part of the page, so that it can stick to the top. */
export const photosClass = 'contents wide:sticky wide:top-4 wide:block wide:self-start';

export function ProfileQuestions(props: QuestionsProps & { questions: Questions }) {
  const { assessment, catalogue, draft } = props;
  const { commentsSelected, groupId } = props.questions;
  const asked = { commentsSelected: [...commentsSelected], commentsNegative: true };
  const sections = offeredSections(catalogue, asked);
  const picks = entryOf(draft.entries, groupId).comments;
  const picksMax = PRODUCT.commentsPerPhotoMax;
  const photos = [...assessment.photos, ...assessment.benchmarkPhotos];
  const startAt = photos.findIndex(({ _id }) => _id === draft.place.photoId);
  return (
    <div className={profileClass}>
      <div className={photosClass}>
        <AssessedCarousel
          photos={photos}
          keys={props.keys}
          startAt={Math.max(0, startAt)}
          onShown={(photo) => photo._id !== draft.place.photoId && draft.move({ photoId: photo._id })}
          onPictureLost={props.onPictureLost}
          onReport={props.onReport}
          className="tall-phone:sticky tall-phone:top-0 tall-phone:z-5 tall-phone:flex-none tall-phone:pt-(--safe-top) tall-phone:[--photo-width:calc(var(--photo-kept)_*_0.8)]"
        />
      </div>
      <section
        className="grid min-w-0 grid-cols-1 content-start gap-3 px-4 pt-3 wide:p-0 [&_:focus-visible]:scroll-mt-30 [&_:focus-visible]:scroll-mb-40 tall-phone:[&_:focus-visible]:scroll-mt-[calc(var(--photo-kept)+var(--safe-top)+16px)]"
        aria-label={assessTexts.profileComments}
      >
        <header className="grid gap-1">
          <h2>{assessTexts.profileComments}</h2>
          <p className="text-14 text-ink-soft">{assessTexts.pickerHint}</p>
        </header>
        <PhrasePicker
          sections={sections}
          picks={picks}
          picksMax={picksMax}
          sectionId={draft.place.sectionId}
          onSection={(sectionId) => draft.move({ sectionId })}
          onChange={(comments) => draft.change(groupId, { comments })}
        />
        <div className="grid gap-2 pt-2">
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
