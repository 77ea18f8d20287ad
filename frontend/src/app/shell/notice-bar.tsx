import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useConnection } from '../../lib/connection/connection-store';
import { newStore } from '../../lib/store/store';
import { installTexts } from '../../lib/texts/common';
import { connectionTexts } from '../../lib/texts/connection';
import { focusMain } from '../../ui/dom/dom';

const backShownMs = 4_000;

type Area = keyof typeof connectionTexts.meanwhile;

const areas: readonly (readonly [RegExp, Area])[] = [
  [/^\/(landing|signup|login|reset-password)(\/|$)/, 'visitor'],
  [/^\/(privacy-policy|terms-of-service)(\/|$)/, 'reading'],
  [/^\/testing\//, 'assessing'],
  [/^\/(feed|carousel|approve)(\/|$)/, 'feed'],
  [/^\/(pay|account)(\/|$)/, 'account'],
  [/^\/feedback(\/|$)/, 'feedback'],
];

const areaOf = (path: string): Area => areas.find(([pattern]) => pattern.test(path))?.[1] ?? 'photos';

export function ConnectionNotice() {
  const connection = useConnection();
  const { pathname } = useLocation();
  const [wasAway, setWasAway] = useState(false);
  if (connection !== 'online' && !wasAway) setWasAway(true);

  useEffect(() => {
    if (connection !== 'online' || !wasAway) return;
    const timer = setTimeout(() => setWasAway(false), backShownMs);
    return () => clearTimeout(timer);
  }, [connection, wasAway]);

  if (connection === 'online') return <NoticeBar>{wasAway && connectionTexts.back}</NoticeBar>;
  return (
    <NoticeBar>
      <strong>{connectionTexts[connection]}</strong> {connectionTexts.meanwhile[areaOf(pathname)]}
    </NoticeBar>
  );
}

/** Activates the waiting version and reloads the page. Null if no version waits or the person has postponed it. */
export const updateStore = newStore<(() => void | Promise<void>) | null>(null);

/** Offers a waiting version, but not during an assessment. Only the button activates the version. */
export function UpdateNotice() {
  const update = useSyncExternalStore(updateStore.subscribe, updateStore.current);
  const assessing = useLocation().pathname.startsWith('/testing/');
  const later = () => {
    focusMain();
    updateStore.set(null);
  };
  if (!update || assessing) return <NoticeBar />;
  return (
    <NoticeBar
      actions={[
        { label: installTexts.update, onAct: update },
        { label: installTexts.updateLater, onAct: later },
      ]}
    >
      {installTexts.updateReady}
    </NoticeBar>
  );
}

interface NoticeBarProps {
  children?: ReactNode;
  actions?: readonly { label: string; onAct: () => void }[];
}

/** The empty region stays in the page, because screen readers announce only changes of an existing region. */
function NoticeBar({ children, actions = [] }: NoticeBarProps) {
  return (
    <div
      className="sticky top-0 z-30 wide:fixed wide:top-auto wide:right-auto wide:bottom-6 wide:left-6 wide:max-w-105"
      role="status"
    >
      {children && (
        <div className="flex animate-drop items-center gap-2 bg-[light-dark(var(--color-ink),var(--color-tone-strong))] px-4 pt-[calc(8px+var(--safe-top))] pb-2 text-14 leading-[1.4] text-[light-dark(var(--color-ground),var(--color-ink))] wide:rounded-16 wide:py-3 wide:pr-3 wide:pl-5 wide:shadow-sheet">
          <p className="flex-1 text-pretty">{children}</p>
          {actions.map(({ label, onAct }) => (
            <button
              key={label}
              type="button"
              className="min-h-target flex-none rounded-12 border-0 bg-transparent px-3 py-0 font-bold text-inherit underline underline-offset-[0.2em] focus-visible:-outline-offset-3 focus-visible:outline-current"
              onClick={onAct}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
