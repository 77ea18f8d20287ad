import type { Photo } from '@candid/contracts';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { Button } from '../../ui/button/button';
import { Notice } from '../../ui/notice/notice';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { OwnStatement } from './own-statement';
import { useStatements } from './statement-news';
import { statementOf } from './statement-words';

export default function PhotoStatement({ photo, onNewCrop }: { photo: Photo; onNewCrop: () => void }) {
  const statements = useStatements();
  const statement = statementOf(photo, statements.data);
  const isHeld = photo.moderation === 'held';
  const acts = !isHeld && (
    <Button size="s" variant="primary" onClick={onNewCrop}>
      {texts.cropAgain}
    </Button>
  );
  if (statement) return <OwnStatement statement={statement} acts={acts} />;
  if (statements.isPending) return <Skeleton height={180} />;
  // If the statement is missing, explains the photo's state. The statement may arrive after the photo or fail to load.
  return (
    <Notice tone="accent" action={acts}>
      <strong>{isHeld ? texts.titles.hold : texts.titles.askForCrop}</strong>{' '}
      {isHeld ? texts.effects.hold : texts.effects.askForCrop}
    </Notice>
  );
}
