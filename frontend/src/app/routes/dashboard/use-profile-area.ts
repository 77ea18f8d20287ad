import type { CurrentUser } from '@candid/contracts';
import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { useProfileAssessments } from '../../../features/profile-assessment/hooks/use-profile-assessments';
import type { ProfileRound } from '../../../features/profile-assessment/round-state';
import { useGeneralCatalogue } from '../../../shared/comments/use-catalogue';

interface SetUp {
  readonly round: ProfileRound | undefined;
  readonly phraseIds?: readonly number[];
  /** The photos of an earlier profile have just moved into the planner; the list of rounds may not show that yet. */
  readonly isRestored?: boolean;
}

/** State of the profile as a set: its assessments, the open one, and the settings of one. */
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

/** Value in the address for the planner's photos if nobody was asked about them. */
const current = 'current';

/** The address names the open profile assessment, so that the phone's back gesture closes it and a link can open it. */
function useProfileSheet() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const openedHere = (useLocation().state as { opened?: boolean } | null)?.opened === true;
  const shown = search.get('profile');

  const show = useCallback(
    (groupId?: string) =>
      setSearch({ profile: groupId ?? current }, { replace: shown !== null, state: { opened: true } }),
    [setSearch, shown],
  );
  const close = useCallback(() => {
    if (shown === null) return;
    if (openedHere) navigate(-1);
    else setSearch({}, { replace: true });
  }, [navigate, setSearch, shown, openedHere]);

  return { shown, show, close };
}
