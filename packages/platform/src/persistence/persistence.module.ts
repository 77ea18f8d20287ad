import { Commands, EventStore, LeaderElection, OwnSession, onWorkAdded, sessionOfClient } from '@candid/event-store';
import type { AnyEntity, EntityClass } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import pg from 'pg';
import type { DatabaseUrls } from '../config/load-config.js';
import { onWake, wake, wakeForWork } from '../nats/wake.js';
import { watchPools } from '../operations/database-metrics.js';
import { Database } from '../orm/database.js';
import { ormOptions } from '../orm/orm-options.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { auditSupportIn } from '../rpc/audited.js';
import { currentWork } from '../rpc/request-context.js';
import { followDatabaseTime, untilDatabaseTimeIsKnown } from './database-time.js';

interface PersistenceSettings extends DatabaseUrls {
  entities: EntityClass<AnyEntity>[];
  ormPoolMax?: number;
}

function storePool({ databaseUrl }: PersistenceSettings, platform: Platform): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: platform.process,
    max: 4,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a listener, a connection that the server drops between two statements would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => platform.logger.warn({ err: error }, 'database connection lost'));
  });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Pools keep no state between transactions, so they may connect through PgBouncer; elections and `OwnSession` use
 * sessions. A commit of events wakes the service's other processes, unless this process follows all events; a commit of
 * due work wakes the workers.
 */
@Global()
@Module({})
export class PersistenceModule implements OnModuleInit, OnApplicationShutdown {
  private readonly stops: (() => void)[] = [];

  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(LeaderElection) private readonly election: LeaderElection,
  ) {}

  static forRoot(settings: PersistenceSettings): DynamicModule {
    const { databaseUrl: url, sessionUrl, entities, ormPoolMax: poolMax } = settings;
    const pools = new Map<string, pg.Pool>();
    const onPool = (pool: pg.Pool): unknown => pools.set('orm', pool);
    return {
      module: PersistenceModule,
      providers: [
        {
          provide: MikroORM,
          // `MikroORM.init` would also look for extensions; the migrations extension would load MikroORM twice.
          useFactory: () => new MikroORM(ormOptions({ url, entities, onPool, ...(poolMax && { poolMax }) })),
        },
        { provide: Database, useFactory: (orm: MikroORM) => new Database(orm), inject: [MikroORM] },
        {
          provide: EventStore,
          useFactory: (platform: Platform) => {
            const pool = storePool(settings, platform);
            pools.set('store', pool);
            watchPools(platform.metrics, () => pools);
            return new EventStore({ pool, currentWork });
          },
          inject: [PLATFORM],
        },
        { provide: Commands, useFactory: (store: EventStore) => new Commands(store), inject: [EventStore] },
        {
          provide: LeaderElection,
          useFactory: (platform: Platform) =>
            new LeaderElection(
              { connectionString: sessionUrl, application_name: `${platform.process}-leader` },
              platform.pace.election,
            ),
          inject: [PLATFORM],
        },
        {
          provide: OwnSession,
          useFactory: (platform: Platform) =>
            new OwnSession({ connectionString: sessionUrl, application_name: `${platform.process}-session` }),
          inject: [PLATFORM],
        },
      ],
      exports: [MikroORM, Database, EventStore, Commands, LeaderElection, OwnSession],
    };
  }

  async onModuleInit(): Promise<void> {
    const { process, service } = this.platform;
    const { nats, logger } = this.platform;
    await untilDatabaseTimeIsKnown(this.store.pool, logger);
    this.stops.push(followDatabaseTime(this.store.pool));
    this.stops.push(
      this.store.onCommitted((last) => {
        if (!this.store.isFollowedHere) wake(nats, service, last);
      }),
      onWorkAdded((queues) => wakeForWork(nats, service, queues)),
    );
    // A worker answers no messages and follows no events.
    if (process === service) {
      auditSupportIn(service, sessionOfClient(this.store.pool));
      this.stops.push(onWake(nats, service, (last) => this.store.wakeFollowers(last)));
    }
    this.platform.operations.addReadinessCheck('database', () => this.store.pool.query('select 1'));
  }

  /** Runs after the users of these connections have stopped in `onModuleDestroy`. */
  async onApplicationShutdown(): Promise<void> {
    for (const stop of this.stops) stop();
    await this.election.close();
    await this.store.pool.end();
    await this.orm.close();
  }
}
