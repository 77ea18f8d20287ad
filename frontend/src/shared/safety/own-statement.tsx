import { type Photo, reportsRoutes, type Statement } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { forget } from '../../lib/query/use-read';
import { commonTexts } from '../../lib/texts/common';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { Button } from '../../ui/button/button';
import { Notice } from '../../ui/notice/notice';
import { Sheet } from '../../ui/sheet/sheet';
import { Skeleton } from '../../ui/skeleton/skeleton';
import { AppealForm } from './appeal-form';
import { StatementCard } from './statement-card';
import { useStatements } from './statement-news';
import { appealStateOf, statementOf } from './statement-words';

interface OwnStatementProps {
  statement: Statement;
  level?: 2 | 3;
  photo?: ReactNode;
  acts?: ReactNode;
}

export function OwnStatement({ statement, level, photo, acts }: OwnStatementProps) {
  const queryClient = useQueryClient();
  const [now] = useState(Date.now);
  const [appealing, setAppealing] = useState(false);
  const [ended, setEnded] = useState(false);
  const open = () => {
    setEnded(false);
    setAppealing(true);
  };
  const mayAppeal = appealStateOf(statement, now) === 'open';
  return (
    <>
      <StatementCard
        statement={statement}
        level={level}
        now={now}
        photo={photo}
        acts={
          <>
            {acts}
            {mayAppeal && (
              <Button size="s" onClick={open}>
                {texts.appeal}
              </Button>
            )}
          </>
        }
      />
      <Sheet
        open={appealing}
        title={texts.appealTitle}
        description={ended ? undefined : texts.appealLead}
        onClose={() => setAppealing(false)}
        footer={
          ended && (
            <Button variant="primary" block onClick={() => setAppealing(false)}>
              {commonTexts.done}
            </Button>
          )
        }
      >
        <AppealForm
          subject={{ statementId: statement.statementId }}
          onEnd={() => setEnded(true)}
          onSent={() => void forget(queryClient, reportsRoutes.listStatements)}
        />
      </Sheet>
    </>
  );
}

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
