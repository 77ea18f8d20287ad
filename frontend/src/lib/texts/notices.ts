import messages from '../../../texts/en/notices.json' with { type: 'json' };
import { filled } from '../language/message';

export const noticeTexts = {
  ...messages,
  optional: (label: string) => filled(messages.optional, { label }),
  receipt: (noticeId: string) => filled(messages.receipt, { noticeId }),
};
