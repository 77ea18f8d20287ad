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
  readonly type: string;
  readonly version: number;
  readonly subject: string;
  readonly data: Data;
}

/** Subject: `<service>.<Type>.v<version>`. A released type keeps its meaning; a new shape needs a new version. */
export function defineEvent<Data extends z.ZodType>(
  service: string,
  type: string,
  version: number,
  data: Data,
): IntegrationEventType<Data> {
  return { service, type, version, subject: `${service}.${type}.v${version}`, data };
}

export const eventsOf = <Table extends Readonly<Record<string, z.ZodType>>>(service: string, schemas: Table) =>
  Object.fromEntries(
    Object.entries(schemas).map(([type, data]) => [type, defineEvent(service, type, 1, data)]),
  ) as unknown as { readonly [Type in keyof Table]: IntegrationEventType<Table[Type]> };
