import { Component, type ReactNode } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { Button } from '../../ui/button/button';
import { EmptyState } from '../../ui/empty-state/empty-state';

/** The last resort, also for a chunk that a newer release has taken away: loading the page again fetches the current one. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main style={{ margin: 'auto' }}>
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
}
