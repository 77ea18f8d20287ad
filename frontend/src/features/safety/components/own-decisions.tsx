import type { Photo as PhotoRecord } from '@candid/contracts';
import { Link } from 'react-router-dom';
import { decisionTexts as texts } from '../../../lib/texts/decisions';
import { Photo } from '../../../shared/photos/photo';
import { OwnStatement } from '../../../shared/safety/own-statement';
import { useStatements } from '../../../shared/safety/statement-news';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';

interface OwnDecisionsProps {
  /** The person's photos that still exist. */
  photos: readonly PhotoRecord[];
}

/** Every hold and decision about the person, newest first. */
export function OwnDecisions({ photos }: OwnDecisionsProps) {
  const statements = useStatements();
  if (statements.isLoadingError) return <LoadProblem text={texts.loadFailed} onRetry={() => statements.refetch()} />;
  if (!statements.data) return <Skeleton height={220} />;
  if (statements.data.length === 0) return <p className="text-ink-soft">{texts.none}</p>;
  return (
    <ul className="grid gap-4">
      {statements.data.map((statement) => (
        <li key={statement.statementId}>
          <OwnStatement
            statement={statement}
            level={3}
            photo={<PhotoLink photo={photos.find(({ _id }) => _id === statement.photoId)} />}
          />
        </li>
      ))}
    </ul>
  );
}

function PhotoLink({ photo }: { photo: PhotoRecord | undefined }) {
  if (!photo) return null;
  return (
    <Link to={`/profile?photo=${photo._id}`} className="w-13 flex-none" aria-label={texts.openPhoto}>
      <Photo source={photo} alt="" sizes="52px" corners="small" />
    </Link>
  );
}
