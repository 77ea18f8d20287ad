import type { Photo } from '@candid/contracts';
import type { Announcements } from '@dnd-kit/core';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { describePhoto } from '../../hooks/describe-photo';
import type { Place } from '../../hooks/move-rules';
import { photoOf } from './use-drag-sensors';

/** What is lifted, over which place, whether it may be let go there, and what became of it. */
export function announcementsOf(refusalOf: (photo: Photo, place: Place) => string | null): Announcements {
  let carried = false;
  return {
    onDragStart: ({ active }) => {
      carried = false;
      const photo = photoOf(active);
      return photo ? dragTexts.lifted(describePhoto(photo), photo.section) : undefined;
    },
    onDragOver: ({ active, over }) => {
      const photo = photoOf(active);
      if (!photo) return undefined;
      const place = over?.id as Place | undefined;
      // Every photo is over its own place when it is lifted; what was lifted is the better news then.
      if (place === photo.section && !carried) return undefined;
      carried = true;
      if (!place) return dragTexts.overNothing;
      if (place === photo.section) return dragTexts.overHome(place);
      return dragTexts.over(place, refusalOf(photo, place));
    },
    onDragEnd: ({ active, over }) => {
      const photo = photoOf(active);
      const place = over?.id as Place | undefined;
      if (!photo) return undefined;
      const refusal = place && place !== photo.section ? refusalOf(photo, place) : null;
      if (!place || place === photo.section || refusal) return dragTexts.putBack(photo.section, refusal);
      return dragTexts.letGo(place);
    },
    onDragCancel: ({ active }) => {
      const photo = photoOf(active);
      return photo ? dragTexts.putBack(photo.section, null) : undefined;
    },
  };
}
