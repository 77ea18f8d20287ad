import { reportsRoutes, type Statement } from '@candid/contracts';
import { call } from '../../../lib/api/call';

/** The statement that the link of a mail is about; needs no log-in. */
export async function getStatementByToken(token: string, signal: AbortSignal): Promise<Statement> {
  return (await call(reportsRoutes.getStatementByToken, { params: { token }, signal })).statement;
}
