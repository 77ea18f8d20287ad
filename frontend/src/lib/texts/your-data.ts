import messages from '../../../texts/en/your-data.json' with { type: 'json' };
import { fileSize } from '../language/language';
import { filled } from '../language/message';
import { facts } from './facts';

export const yourDataTexts = {
  ...messages,
  exported: (bytes: number) => filled(messages.exported, { size: fileSize(bytes) }),
  exportDone: (fileName: string) => filled(messages.exportDone, { fileName }),
  deleteConsequences: messages.deleteConsequences.map((text) => filled(text, { erasure: facts.erasure })),
};
