import type { CurrentUser } from '@candid/contracts';
import { useState } from 'react';
import { usePhotos } from '../../../features/dashboard/api/photos';
import type { ProfileGroup } from '../../../features/profile-assessment/api/groups';
import { useProfileAssessments } from '../../../features/profile-assessment/hooks/use-profile-assessments';
import { useGeneralCatalogue } from '../../../lib/catalogue/use-catalogue';
import { useProfileSheet } from './use-profile-sheet';

export interface SetUp {
  readonly group: ProfileGroup | undefined;
  readonly phraseIds?: readonly number[];
}

/** Everything about the profile as a set: its assessments, which of them stands open, and the settings of one. */
export function useProfileArea(user: CurrentUser | undefined) {
  const photos = usePhotos('profile').data ?? [];
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  return {
    photos,
    assessments: useProfileAssessments(user),
    catalogue: useGeneralCatalogue(user?.hasMadeFirstProfile === true).data,
    sheet: useProfileSheet(),
    setUp,
    startSetUp: setSetUp,
    endSetUp: () => setSetUp(null),
  };
}

export type ProfileArea = ReturnType<typeof useProfileArea>;
