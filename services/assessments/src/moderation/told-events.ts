import { reportsRpc } from '@candid/contracts';
import type { TellEvent } from '@candid/platform/messaging';
import { blocksStreamId } from '../blocks/blocks.js';
import { reporterStreamId } from './reporter.js';

const SECRET_STREAMS = [reporterStreamId(''), blocksStreamId('')];

/**
 * Support traces requests and refunds, and must not learn who reported or blocked: streams that name these people are
 * left out, and the events of a report name nobody who caused them.
 */
export const tellEvent: TellEvent = (event) => {
  if (SECRET_STREAMS.some((prefix) => event.streamId.startsWith(prefix))) return undefined;
  return `rpc.${event.command}` === reportsRpc.report.subject ? { ...event, actor: null } : event;
};
