import messages from '../../../texts/en/auth.json' with { type: 'json' };
import { filled } from '../language/message';

/** Each requirement of a password by the name that the contract gives it. */
const needs: Readonly<Record<string, string>> = messages.needs;

export const authTexts = {
  ...messages,
  sendAgainIn: (seconds: number) => filled(messages.sendAgainIn, { seconds }),
  codeOnItsWayTo: (email: string) => filled(messages.codeOnItsWayTo, { email }),
  newCodeOnItsWay: (email: string) => filled(messages.newCodeOnItsWay, { email }),
  stillMissing: (names: string) => filled(messages.stillMissing, { names }),
  resetFor: (maskedEmail: string) => filled(messages.resetFor, { maskedEmail }),
  resetWeak: (missing: readonly string[]) =>
    filled(messages.resetWeak, { missing: missing.map((name) => needs[name] ?? name).join(', ') }),
};
