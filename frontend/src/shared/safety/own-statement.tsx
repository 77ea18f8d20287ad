import { reportsRoutes, type Statement } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { forget } from '../../lib/query/use-read';
import { commonTexts } from '../../lib/texts/common';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { Button } from '../../ui/button/button';
import { Sheet } from '../../ui/sheet/sheet';
import { AppealForm } from './appeal-form';
import { StatementCard } from './statement-card';
import { appealStateOf } from './statement-words';

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
