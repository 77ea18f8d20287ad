import { useEffect, useRef, useState } from 'react';
import { connectionStore } from '../../lib/connection/connection-store';
import { useConnection } from '../../lib/connection/use-connection';
import { connectionTexts } from '../../lib/texts/connection';
import { Button } from '../../ui/button/button';
import { EmptyState } from '../../ui/empty-state/empty-state';
import styles from './failure.module.css';

/** In place of a page whose part of the app did not come. Back online it loads by itself: nothing is on it that could be lost. */
export function LoadFailure() {
  const connection = useConnection();
  const main = useRef<HTMLElement>(null);
  const wasOffline = useRef(connection !== 'online');
  const [attempt, setAttempt] = useState<'none' | 'busy' | 'failed'>('none');

  useEffect(() => main.current?.focus(), []);
  useEffect(() => {
    if (connection !== 'online') wasOffline.current = true;
    else if (wasOffline.current) location.reload();
  }, [connection]);

  const retry = async () => {
    setAttempt('busy');
    if (await connectionStore.check()) location.reload();
    else setAttempt('failed');
  };

  return (
    <main id="main" ref={main} tabIndex={-1} className={styles.failure}>
      <EmptyState
        headingLevel={1}
        title={connectionTexts.notLoaded}
        text={connection === 'offline' ? connectionTexts.notLoadedOffline : connectionTexts.notLoadedOnline}
        action={
          <Button variant="primary" onClick={retry} disabled={attempt === 'busy'}>
            {attempt === 'busy' ? connectionTexts.retrying : connectionTexts.retry}
          </Button>
        }
      />
      <p className={styles.outcome} role="status">
        {attempt === 'failed' ? connectionTexts.stillNoAnswer : ''}
      </p>
    </main>
  );
}
