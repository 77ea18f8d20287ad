import type { Photo as PhotoRecord } from '@candid/contracts';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { Photo } from '../../../shared/photos/photo';
import { classNames } from '../../../ui/dom/dom';

const shownMax = 7;

export function ProfilePreview({ photos, small = false }: { photos: readonly PhotoRecord[]; small?: boolean }) {
  return (
    <ul
      className={classNames(
        '-mx-5 grid snap-x snap-proximity scroll-px-5 scrollbar-none grid-flow-col gap-2 overflow-x-auto px-5 *:snap-start wide:mx-0 wide:px-0',
        small
          ? 'auto-cols-[72px]'
          : 'auto-cols-[31%] wide:auto-cols-auto wide:grid-flow-row wide:grid-cols-4 wide:gap-3 wide:overflow-visible wide:[&>:first-child]:[grid-area:span_2/span_2]',
      )}
      aria-label={profileAssessmentTexts.preview(photos.length)}
    >
      {photos.slice(0, shownMax).map((photo, index) => (
        <li key={photo._id}>
          <Photo
            source={photo}
            alt={profileAssessmentTexts.photo(index + 1)}
            sizes={small ? '72px' : '(min-width: 900px) 200px, 33vw'}
            corners="small"
            eager={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}
