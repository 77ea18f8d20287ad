import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  service: string;
  name: string;
  /** Kind of span as OTLP's number: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  isFailed: boolean;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'service' | 'attributes' | 'isFailed'> {
  attributes?: Attribute[];
  status?: { code?: number };
}

interface OtlpTraces {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const STATUS_ERROR = 2;

export class SpanReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpanReceiver> {
    const server = createServer((request, response) => {
      void receiver.take(request).then((isTraces) => {
        response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const receiver = new SpanReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  ofTrace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<boolean> {
    const body = await json(request).catch(() => undefined);
    if (request.url !== '/v1/traces' || body === undefined) return false;
    this.bodies.push(JSON.stringify(body));
    this.spans.push(...spansOf(body as OtlpTraces));
    return true;
  }
}

function spansOf({ resourceSpans = [] }: OtlpTraces): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, attributes = [], status }) => ({
        ...{ service, name, kind, traceId, spanId, parentSpanId: parentSpanId || undefined },
        attributes: valuesOf(attributes),
        isFailed: status?.code === STATUS_ERROR,
      })),
    );
  });
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
