import { assessTexts } from '../../../lib/texts/assess';
import { focusComments, usePageKey } from '../hooks/assessment-keys';
import { offeredSections } from '../offered-phrases';
import { entryOf, type ProfileQuestions as Questions } from '../open-assessment';
import { AssessedCarousel } from './assessed-carousel';
import type { QuestionsProps } from './photo-cards';
import { CommentQuestions } from './phrase-picker';

export const profileClass = 'flex flex-1 flex-col pb-6 wide:contents';
/**
 * On a phone, `contents` makes the carousel a direct part of the page, so that it can stick to the top. On wide screens,
 * the photo and its strip are as high as the window.
 */
export const photosClass =
  'contents wide:sticky wide:top-6 wide:col-start-1 wide:row-span-2 wide:row-start-1 wide:block wide:w-[min(100%,calc((100dvh-148px)*0.8))] wide:justify-self-center wide:self-start';

export function ProfileQuestions(props: QuestionsProps & { questions: Questions }) {
  const { assessment, catalogue, draft } = props;
  const { commentsSelected, groupId } = props.questions;
  const asked = { commentsSelected: [...commentsSelected], commentsNegative: true };
  const photos = [...assessment.photos, ...assessment.benchmarkPhotos];
  usePageKey('c', props.keys, () => focusComments(document));
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
      <CommentQuestions
        className="px-4 pt-3 wide:col-start-2 wide:row-start-2 wide:p-0"
        title={assessTexts.profileComments}
        catalogue={catalogue}
        sections={offeredSections(catalogue, asked)}
        picks={entryOf(draft.entries, groupId).comments}
        sectionId={draft.place.sectionId}
        onSection={(sectionId) => draft.move({ sectionId })}
        onChange={(comments) => draft.change(groupId, { comments })}
      />
    </div>
  );
}
