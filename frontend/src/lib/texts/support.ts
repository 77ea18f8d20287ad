import messages from '../../../texts/en/support.json' with { type: 'json' };
import { filled } from '../language/message';

export const supportTexts = {
  ...messages,
  countOf: (count: string, isMore: boolean) => (isMore ? filled(messages.countOf, { count }) : count),
  copy: (what: string) => filled(messages.copy, { what }),
  copied: (what: string) => filled(messages.copied, { what }),
  shortId: (beginning: string) => filled(messages.shortId, { beginning }),
  rowsShown: (rows: number) => filled(messages.rowsShown, { rows }),
  foundLead: (query: string) => filled(messages.foundLead, { query }),
  rolesSince: (roles: string) => filled(messages.rolesSince, { roles }),
  deletionOn: (day: string) => filled(messages.deletionOn, { day }),
  service: (name: string) => filled(messages.service, { name }),
  ticketOf: (ticket: string) => filled(messages.ticketOf, { ticket }),
};
