import { FileImage } from 'lucide-react';
import type { ReactNode } from 'react';
import { dataSize } from '../../../lib/language/language';
import { errorTexts } from '../../../lib/texts/common';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { FilePicture } from '../hooks/use-file-picture';
import { placeClass, stageClass } from './crop-stage';

const insteadClass =
  'my-auto grid gap-4 p-4 [&>svg]:mx-auto [&>svg]:size-14 [&>svg]:stroke-[1.4] [&>svg]:text-ink-faint';

interface FileWaitProps {
  file: File;
  source: Exclude<FilePicture, { state: 'ready' }> & { again: () => void };
  isOnly: boolean;
  onLeave: () => void;
}

export function FileWait({ file, source, isOnly, onLeave }: FileWaitProps) {
  if (source.state === 'opening') return <PictureWait />;
  if (source.state === 'asking') {
    const { sent } = source;
    const underWay = sent && sent.sent < sent.total ? sent : null;
    return (
      <div className={insteadClass}>
        <FileImage aria-hidden="true" />
        <p role="status">{uploadTexts.preparingPreview(file.name)}</p>
        <ProgressBar
          label={uploadTexts.opening}
          share={underWay && underWay.sent / underWay.total}
          words={underWay ? uploadTexts.sent(dataSize(underWay.sent), dataSize(underWay.total)) : uploadTexts.opening}
        />
      </div>
    );
  }
  return (
    <PictureTrouble
      reason={
        source.mayRepeat ? (
          <>
            <strong className="wrap-anywhere">{uploadTexts.notOpened(file.name)}</strong> {source.reason}
          </>
        ) : (
          source.reason
        )
      }
    >
      {source.mayRepeat && <Button onClick={source.again}>{errorTexts.retry}</Button>}
      {isOnly && <Button onClick={onLeave}>{uploadTexts.chooseOther}</Button>}
    </PictureTrouble>
  );
}

export function PictureWait() {
  return (
    <div className={placeClass}>
      <div className={stageClass} aria-busy="true">
        <Skeleton shape="photo" />
      </div>
    </div>
  );
}

export function PictureTrouble({ reason, children }: { reason: ReactNode; children: ReactNode }) {
  return (
    <div className={insteadClass}>
      <FileImage aria-hidden="true" />
      <Notice tone="danger">{reason}</Notice>
      {children}
    </div>
  );
}
