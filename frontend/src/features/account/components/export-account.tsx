import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { saveFile } from '../../../lib/files/save-file';
import { yourDataTexts } from '../../../lib/texts/your-data';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { exportAccount } from '../api/export-account';
import styles from './your-data.module.css';

/** Says what the file contains, and how much of it has come while it is written. */
export function ExportAccount() {
  const [bytes, setBytes] = useState(0);
  const exporting = useMutation({
    mutationFn: () => exportAccount(setBytes, new AbortController().signal),
    onMutate: () => setBytes(0),
    onSuccess: ({ name, content }) => saveFile(name, content),
    retry: false,
  });
  return (
    <>
      <p className={styles.text}>{yourDataTexts.exportLead}</p>
      <ul className={styles.points}>
        {yourDataTexts.exportContains.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p className={styles.small}>{yourDataTexts.exportNote}</p>
      <Button block icon={<Download />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? yourDataTexts.exporting : yourDataTexts.export}
      </Button>
      <div role="status" className={styles.progress}>
        {exporting.isPending && bytes > 0 && yourDataTexts.exported(bytes)}
        {exporting.isSuccess && yourDataTexts.exportDone(exporting.data.name)}
      </div>
      {exporting.isError && <Notice tone="danger">{messageOf(exporting.error, yourDataTexts.exportFailed)}</Notice>}
    </>
  );
}
