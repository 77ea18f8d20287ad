import { errorTexts } from '../../lib/texts/common';
import { Button } from '../button/button';
import { Notice } from './notice';

/** In the place of what could not be loaded: says so, and loads it again. */
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
