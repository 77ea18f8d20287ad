import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useConnection } from '../../lib/connection/connection-store';
import { connectionTexts } from '../../lib/texts/connection';
import { NoticeBar } from './notice-bar';

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

/** Says what a lost connection means for the open screen, and when the connection is back. */
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
