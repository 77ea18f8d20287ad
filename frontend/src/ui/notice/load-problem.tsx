import { errorTexts } from '../../lib/texts/common';
import { Button } from '../button/button';
import { Notice } from './notice';

/** Replaces content that failed to load, and offers a retry. */
export function LoadProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  const retry = (
    <Button size="s" onClick={onRetry}>
      {errorTexts.retry}
    </Button>
  );
  return (
    <Notice tone="danger" action={retry}>
      {text}
    </Notice>
  );
}
