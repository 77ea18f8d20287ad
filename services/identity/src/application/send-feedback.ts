import { randomUUID } from 'node:crypto';
import { normalisedEmail, PRODUCT } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { addFeedback } from '../records/feedback.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import { invalid, TEXTS } from './refusals.js';
import type { Request } from './request-identity.js';

/** Line breaks and tabs are text; other control characters are not, and NUL cannot be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Of a thousand words, long ones and without spaces in between as well. */
const LENGTH_MAX = 20_000;

@Injectable()
export class SendFeedback {
  constructor(@Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions) {}

  async execute(sent: { email?: string | undefined; feedback: string }, request: Request): Promise<void> {
    const feedback = validFeedback(sent.feedback);
    const email = validEmail(sent.email);
    const { userId } = request.context;
    await this.transactions.run(request, async (session) => {
      await addFeedback(session, { feedbackId: randomUUID(), userId: userId ?? null, email, feedback });
      return {};
    });
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

function validEmail(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null;
  const email = normalisedEmail(typed);
  if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
  return email;
}
