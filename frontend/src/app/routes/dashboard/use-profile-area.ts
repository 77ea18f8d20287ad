import type { CurrentUser } from '@candid/contracts';
import { useState } from 'react';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { useProfileAssessments } from '../../../features/profile-assessment/hooks/use-profile-assessments';
import type { ProfileRound } from '../../../features/profile-assessment/round-state';
import { useGeneralCatalogue } from '../../../shared/comments/use-catalogue';
import { toastStore } from '../../../ui/toast/toast-store';
import { useAddressedSheet } from './use-addressed-sheet';

/** Replaces the round's id in the address if the planner's photos have not been assessed as a profile. */
export const unasked = 'current';

interface SetUp {
  readonly round: ProfileRound | undefined;
  readonly phraseIds?: readonly number[];
  /** True if an earlier profile's photos have just moved to the planner. The list of rounds may not show this yet. */
  readonly isRestored?: boolean;
}

export function useProfileArea(user: CurrentUser | undefined) {
  const photos = usePhotos('profile').data ?? [];
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  return {
    photos,
    assessments: useProfileAssessments(user),
    catalogue: useGeneralCatalogue(user?.hasMadeFirstProfile === true).data,
    sheet: useAddressedSheet('profile'),
    setUp,
    startSetUp(asked: SetUp) {
      // Runs a move that still offers an Undo, because a round takes only photos that the server has in the planner.
      toastStore.dismiss();
      setSetUp(asked);
    },
    endSetUp: () => setSetUp(null),
  };
}

export type ProfileArea = ReturnType<typeof useProfileArea>;
