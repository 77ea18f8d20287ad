import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The address identifies the sheet's content, so that a link can open the sheet and the back gesture closes it. */
export function useAddressedSheet(name: 'photo' | 'profile') {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const openedHere = (useLocation().state as { opened?: boolean } | null)?.opened === true;
  const shown = search.get(name);
  return {
    shown,
    show: (id: string) => setSearch({ [name]: id }, { replace: shown !== null, state: { opened: true } }),
    /** Goes back in the history. Await it before opening another sheet, or the step removes that sheet's entry. */
    async close() {
      if (shown === null) return;
      if (!openedHere) return setSearch({}, { replace: true });
      const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      navigate(-1);
      await back;
    },
  };
}
