import type { SentBytes } from '../../../lib/api/counted-transport';
import { reasonOf } from '../../../lib/api/errors';
import { uploadSize } from '../../../lib/language/language';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { Photo } from '../../../ui/photo/photo';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import type { UploadState } from '../hooks/use-upload';
import styles from './upload-status.module.css';

/** The photos on their way to the server, or waiting to be tried again. */
export function UploadStatus({ state }: { state: UploadState }) {
  const { upload, pictures, sent, busy, error } = state;
  if (!upload) return null;
  const count = upload.files.length;
  return (
    <section className={styles.frame} aria-label={uploadTexts.uploading(count)}>
      <ul className={styles.pictures}>
        {pictures.map((path) => (
          <li key={path} className={styles.picture}>
            <Photo source={{ path }} alt="" corners="small" />
          </li>
        ))}
      </ul>
      {busy && (
        <>
          <strong>{uploadTexts.uploading(count)}</strong>
          <ProgressBar
            label={uploadTexts.progress}
            share={sent && isUnderWay(sent) ? sent.sent / sent.total : null}
            words={wordsOf(sent)}
          />
        </>
      )}
      {error !== null && !busy && (
        <>
          <Notice tone="danger">
            <strong>{uploadTexts.failed}</strong> {reasonOf(error) ?? uploadTexts.nothingLost}
          </Notice>
          <div className={styles.acts}>
            <Button onClick={state.discard}>{uploadTexts.discard}</Button>
            <Button variant="primary" onClick={state.again}>
              {uploadTexts.again}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const isUnderWay = ({ sent, total }: SentBytes) => sent < total;

function wordsOf(sent: SentBytes | null): string {
  if (sent === null) return uploadTexts.connecting;
  return isUnderWay(sent) ? uploadTexts.sent(uploadSize(sent.sent), uploadSize(sent.total)) : uploadTexts.preparing;
}
