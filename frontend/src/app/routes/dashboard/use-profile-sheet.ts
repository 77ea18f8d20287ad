import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Stands in the address for the planner's photos where nobody was asked about them. */
const current = 'current';

/** Which profile assessment stands open is in the address, so that the phone's back gesture closes it and a link can open it. */
export function useProfileSheet() {
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

export type ProfileSheet = ReturnType<typeof useProfileSheet>;
