import { Component, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { connectionStore, useConnection } from '../../lib/connection/connection-store';
import { commonTexts } from '../../lib/texts/common';
import { connectionTexts } from '../../lib/texts/connection';
import { Button } from '../../ui/button/button';
import { EmptyState } from '../../ui/empty-state/empty-state';
import { isLoadFailure } from '../lazy-page';

const failureClass = 'grid flex-1 content-center justify-items-center px-4 py-6';

/** Limits a failure to its page: the navigation around it still works. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().pathname}>{children}</Boundary>;
}

type BoundaryProps = { place: string; children: ReactNode };

class Boundary extends Component<BoundaryProps, { failure: unknown }> {
  override state = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (place !== this.props.place && this.state.failure !== null) this.setState({ failure: null });
  }

  override render() {
    if (this.state.failure === null) return this.props.children;
    return isLoadFailure(this.state.failure) ? <LoadFailure /> : <Crash />;
  }
}

function Crash() {
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {commonTexts.reload}
    </Button>
  );
  return (
    <main id="main" className={failureClass}>
      <EmptyState headingLevel={1} title={commonTexts.crashed} text={commonTexts.crashedText} action={reload} />
    </main>
  );
}

/** Reloads automatically once online. No work is lost, because the page has not been shown. */
function LoadFailure() {
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
    <main id="main" ref={main} tabIndex={-1} className={failureClass}>
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
      <p className="min-h-[1.5em] text-center text-14 text-ink-soft" role="status">
        {attempt === 'failed' ? connectionTexts.stillNoAnswer : ''}
      </p>
    </main>
  );
}
