/** Every kind of process that connects to NATS; each has a NATS user of its own. `operator`: the commands of an operator. */
export const PROCESS_KINDS = [
  'gateway',
  'identity',
  'identity-worker',
  'photos',
  'photos-worker',
  'assessments',
  'assessments-worker',
  'tokens',
  'tokens-worker',
  'operator',
] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

/** Those that answer messages. */
export const SERVICE_KINDS = ['identity', 'photos', 'assessments', 'tokens'] as const satisfies ProcessKind[];

/**
 * For whom a request is made. `anonymous`: for anybody. `person`: for the person whose access token comes with it.
 * `support`: for a person whose token carries that role. `service`: for the calling process itself.
 */
export type RpcAudience = 'anonymous' | 'person' | 'support' | 'service';

/** `act` changes something; `lookup` only shows it. Either is in the audit log of the service that answers. */
export type SupportAudit = 'act' | 'lookup';

export type RpcAccess = RpcCallers &
  (
    | { readonly audience: Exclude<RpcAudience, 'support'> }
    // Without it, a message for support does not compile.
    | { readonly audience: 'support'; readonly audit: SupportAudit }
  );

interface RpcCallers {
  /** The kinds that may ask. Only they may publish on the subject. */
  readonly callers: readonly ProcessKind[];
  /** Kinds that may also ask for themselves, without a person, on a subject of its own. */
  readonly services?: readonly ProcessKind[];
}

export const anonymous = { audience: 'anonymous', callers: ['gateway'] } as const satisfies RpcAccess;
export const person = { audience: 'person', callers: ['gateway'] } as const satisfies RpcAccess;
/** What support may call: messages with these three, and HTTP routes with `audience: 'support'` in `../http`; `/api/docs` lists those under Support. */
export const supportAct = { audience: 'support', audit: 'act', callers: ['gateway'] } as const satisfies RpcAccess;
export const supportLookup = { ...supportAct, audit: 'lookup' } as const satisfies RpcAccess;
/** A lookup by support, or an operator's command. */
export const supportLookupOrOperator = { ...supportLookup, services: ['operator'] } as const satisfies RpcAccess;
/** Made by these processes for themselves, without a person. */
export const serviceOnly = (...callers: ProcessKind[]) =>
  ({ audience: 'service', callers }) as const satisfies RpcAccess;
