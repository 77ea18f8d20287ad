import type { Photo as PhotoRecord } from '@candid/contracts';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { Photo } from '../../../shared/photos/photo';

/** Maximum number of photos in the stack. */
const stackedMax = 5;

/** A small picture of a profile: its first photos, stacked. It has no alternative text, because words stand beside it. */
export function PhotoStack({ photos }: { photos: readonly PhotoRecord[] }) {
  const rest = photos.length - stackedMax;
  return (
    <span className="flex flex-none items-center" aria-hidden="true">
      {photos.slice(0, stackedMax).map((photo) => (
        <span
          key={photo._id}
          className="block w-11 overflow-hidden rounded-8 [box-shadow:0_0_0_2px_var(--color-surface)] [&+&]:-ml-6.5"
        >
          <Photo source={photo} alt="" sizes="44px" corners="edge" />
        </span>
      ))}
      {rest > 0 && (
        <span className="ml-1 text-13 font-bold text-ink-soft tabular-nums">{profileAssessmentTexts.more(rest)}</span>
      )}
    </span>
  );
}
