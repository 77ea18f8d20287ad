import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';
import { Button } from '../../ui/button/button';
import { EmptyState } from '../../ui/empty-state/empty-state';
import { isLoadFailure } from '../lazy-page';
import styles from './failure.module.css';
import { LoadFailure } from './load-failure';

interface BoundaryProps {
  /** Where the person is; what failed there is left behind by going elsewhere. */
  place: string;
  children: ReactNode;
}

/** Keeps a failure to the page it happened on: the navigation around it goes on working. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().pathname}>{children}</Boundary>;
}

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
  return (
    <main id="main" className={styles.failure}>
      <EmptyState
        headingLevel={1}
        title={commonTexts.crashed}
        text={commonTexts.crashedText}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {commonTexts.reload}
          </Button>
        }
      />
    </main>
  );
}
