import type { Role } from '@candid/contracts';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { supportKeysTexts } from '../../../lib/texts/support-keys';
import { type KeyGroup, KeysSheet } from '../../../shared/console/keys-sheet';
import { useKeys } from '../../../shared/console/use-keys';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { type ConsolePage, pagesFor } from '../console-pages';

const { groups, words } = supportKeysTexts;

/** The keys of every page of the console, and the sheet that lists them. */
export function ConsoleKeys({ roles }: { roles: readonly Role[] }) {
  const navigate = useNavigate();
  const [areShown, setAreShown] = useState(false);
  const pages = pagesFor(roles);
  const show = () => setAreShown(true);
  useKeys(
    {
      j: () => focusRow(1),
      k: () => focusRow(-1),
      '?': show,
      ...Object.fromEntries(pages.map(({ key, to }) => [`g ${key}`, () => navigate(to)])),
    },
    { isFallback: true },
  );
  return (
    <>
      <IconButton
        label={supportKeysTexts.help}
        icon={<Keyboard />}
        className="justify-self-end [@media(hover:none)]:hidden"
        aria-keyshortcuts="?"
        onClick={show}
      />
      <KeysSheet open={areShown} onClose={() => setAreShown(false)} groups={groupsFor(pages)} />
    </>
  );
}

const rowTarget = (row: Element): HTMLElement | null => row.querySelector('a') ?? row.querySelector('button');

/** The link of the next row of the page's tables, or of the first one if none has the focus; Enter then opens it. */
function focusRow(step: 1 | -1): void {
  const bodies = [...document.querySelectorAll('tbody')];
  const rows = bodies.flatMap((body) => [...body.rows]).filter(rowTarget);
  const next =
    rows[rows.findIndex((row) => row.contains(document.activeElement)) + step] ?? rows.at(step === 1 ? -1 : 0);
  if (!next) return;
  rowTarget(next)?.focus({ preventScroll: true });
  next.scrollIntoView?.({ block: 'nearest' });
}

const groupsFor = (pages: readonly ConsolePage[]): readonly KeyGroup[] => {
  const searches = pages.some(({ to }) => to === '/support');
  return [
    {
      title: groups.everywhere,
      keys: [
        ...(searches ? ([[['/'], words.search]] as const) : []),
        [['J', 'K'], words.rows],
        [['Enter'], words.open],
        [['Esc'], words.back],
        [['?'], words.keys],
      ],
    },
    ...(searches ? [{ title: groups.account, keys: [[['C'], words.correct]] as const }] : []),
    { title: groups.pages, keys: pages.map(({ key, label }) => [['G', key.toUpperCase()], label] as const) },
  ];
};
