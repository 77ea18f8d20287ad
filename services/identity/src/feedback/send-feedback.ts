import { randomUUID } from 'node:crypto';
import { PRODUCT, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { invalid, TEXTS } from '../refusals.js';
import { validAddress } from '../sign-up/valid-address.js';
import { addFeedback } from './feedback.rows.js';

/** Line breaks and tabs are text; other control characters are not, and NUL cannot be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Of a thousand words, long ones and without spaces in between as well. */
const LENGTH_MAX = 20_000;

@Controller()
export class SendFeedback {
  constructor(private readonly commands: Commands) {}

  @RpcHandler(rpc.sendFeedback)
  async sendFeedback(sent: Sent<typeof rpc.sendFeedback>, context: RequestContext) {
    const feedback = validFeedback(sent.feedback);
    const email = validAddress(sent.email);
    await this.commands.executeInTransaction(commandContext(rpc.sendFeedback, context), {}, async ({ session }) => {
      await addFeedback(session, { feedbackId: randomUUID(), userId: context.userId ?? null, email, feedback });
    });
    return {};
  }
}

export function validFeedback(typed: string): string {
  const feedback = typed.trim();
  const refuse = (message: string) => invalid([{ field: 'feedback', message }]);
  if (feedback === '') throw refuse(TEXTS.noFeedback);
  const isLong = feedback.length > LENGTH_MAX || feedback.split(/\s+/).length > PRODUCT.feedbackWordsMax;
  if (isLong) throw refuse(TEXTS.longFeedback);
  if (UNREADABLE.test(feedback)) throw refuse(TEXTS.unreadableFeedback);
  return feedback;
}
