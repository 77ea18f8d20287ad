import type { Photo } from '@candid/contracts';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { Button } from '../../ui/button/button';
import { Notice } from '../../ui/notice/notice';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { OwnStatement } from './own-statement';
import { statementOf } from './statement-words';
import { useStatements } from './statements';

interface PhotoStatementProps {
  photo: Photo;
  /** Leads to uploading the picture again. */
  onNewCrop: () => void;
}

/** Why an own photo is on hold or wants another crop, and what can be done. */
export default function PhotoStatement({ photo, onNewCrop }: PhotoStatementProps) {
  const statements = useStatements();
  const statement = statementOf(photo, statements.data);
  const isHeld = photo.moderation === 'held';
  const acts = !isHeld && (
    <Button size="s" variant="primary" onClick={onNewCrop}>
      {texts.uploadCrop}
    </Button>
  );
  if (statement) return <OwnStatement statement={statement} acts={acts} />;
  if (statements.isPending) return <Skeleton height={180} />;
  // What explains it may come a moment later than the photo, or not come at all now.
  return (
    <Notice tone="accent" action={acts}>
      <strong>{isHeld ? texts.titles.hold : texts.titles.askForCrop}</strong>{' '}
      {isHeld ? texts.effects.hold : texts.effects.askForCrop}
    </Notice>
  );
}
