import type { Statement } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryKeys } from '../../lib/query/keys';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { Button } from '../../ui/button/button';
import { Sheet } from '../../ui/sheet/sheet';
import { AppealForm } from './appeal-form';
import { StatementCard } from './statement-card';
import { appealStateOf } from './statement-words';

interface OwnStatementProps {
  statement: Statement;
  level?: 2 | 3;
  /** Further actions beside the appeal. */
  acts?: ReactNode;
}

/** A statement for the logged-in person concerned, with the form to appeal. */
export function OwnStatement({ statement, level, acts }: OwnStatementProps) {
  const queryClient = useQueryClient();
  const [now] = useState(Date.now);
  const [appealing, setAppealing] = useState(false);
  const mayAppeal = appealStateOf(statement, now) === 'open';
  return (
    <>
      <StatementCard
        statement={statement}
        level={level}
        now={now}
        acts={
          <>
            {acts}
            {mayAppeal && (
              <Button size="s" onClick={() => setAppealing(true)}>
                {texts.appeal}
              </Button>
            )}
          </>
        }
      />
      <Sheet
        open={appealing}
        title={texts.appealTitle}
        description={texts.appealLead}
        onClose={() => setAppealing(false)}
      >
        <AppealForm
          subject={{ statementId: statement.statementId }}
          onSent={() => void queryClient.invalidateQueries({ queryKey: queryKeys.statements() })}
        />
      </Sheet>
    </>
  );
}
