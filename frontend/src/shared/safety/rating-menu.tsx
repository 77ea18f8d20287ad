import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDateTime } from '../../lib/format/format';
import { safetyTexts } from '../../lib/texts/safety';
import { IconButton } from '../../ui/icon-button/icon-button';
import { useLingering } from '../../ui/sheet/use-lingering';
import type { OwnRating } from './rating-sheets';

const RatingSheets = lazy(() => import('./rating-sheets'));

export function RatingMenu(props: OwnRating) {
  const [open, setOpen] = useState(false);
  const sheet = useLingering(open ? true : null);
  return (
    <>
      <IconButton
        label={safetyTexts.ratingMenu(formatDateTime(props.ratedAt))}
        icon={<Ellipsis />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {sheet.shown && (
        <Suspense>
          <RatingSheets {...props} open={sheet.open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
