import { z } from 'zod';

export const IntegrationEventEnvelope = z.object({
  eventId: z.uuid(),
  type: z.string(),
  version: z.int(),
  streamId: z.string(),
  streamVersion: z.int(),
  recordedAt: z.string(),
  correlationId: z.string(),
  causationId: z.string().optional(),
  actor: z.string().optional(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type IntegrationEventEnvelope = z.infer<typeof IntegrationEventEnvelope>;

export interface IntegrationEventType<Data extends z.ZodType = z.ZodType> {
  readonly service: string;
  /** True for an event that only gateways receive, so that no stream stores it. */
  readonly isLive: boolean;
  readonly type: string;
  readonly version: number;
  readonly subject: string;
  readonly data: Data;
}

/**
 * Subject: `<service>.<Type>.v<version>`, which the service's stream stores, or `live.<service>.<Type>.v<version>`. A
 * released type keeps its meaning; a new shape needs a new version.
 */
export function defineEvent<Data extends z.ZodType>(
  service: string,
  type: string,
  version: number,
  data: Data,
  { isLive = false } = {},
): IntegrationEventType<Data> {
  const subject = `${isLive ? 'live.' : ''}${service}.${type}.v${version}`;
  return { service, isLive, type, version, subject, data };
}

type Schemas = Readonly<Record<string, z.ZodType>>;

const definedBy =
  (isLive: boolean) =>
  <Table extends Schemas>(service: string, schemas: Table) =>
    Object.fromEntries(
      Object.entries(schemas).map(([type, data]) => [type, defineEvent(service, type, 1, data, { isLive })]),
    ) as unknown as { readonly [Type in keyof Table]: IntegrationEventType<Table[Type]> };

export const eventsOf = definedBy(false);

/** Events that only gateways receive, to drop cached answers and to tell browsers. */
export const liveEventsOf = definedBy(true);
