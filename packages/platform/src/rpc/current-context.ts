import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from '@candid/contracts';

const storage = new AsyncLocalStorage<RequestContext>();

/** The context of the request or message being worked on, if any. */
export const currentContext = (): RequestContext | undefined => storage.getStore();

/** Runs `work` so that everything it logs carries this context's ids. */
export const runInContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);
