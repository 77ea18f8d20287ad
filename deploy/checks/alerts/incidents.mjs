import { databaseNames } from '../../../tools/lib/start/secrets.mjs';

/** Minutes that each incident is observed. */
export const observedMinutes = 110;
/** Minute in which an incident begins. Before it the system is healthy, so that the windows of the budgets count. */
const usualBegin = 40;

const processes = ['gateway', ...databaseNames.flatMap((name) => [name, `${name}-worker`])];
const zones = ['a', 'b', 'c'];

/** Two replicas of each deployment, three servers of PostgreSQL and NATS. The servers' volumes keep them in their zone. */
const pods = [
  ...['edge', ...processes, 'candid-db-pooler'].flatMap((workload, index) =>
    [0, 1].map((replica) => ({
      ...{ workload, kind: 'deployment', zone: zones[(index + replica) % zones.length] },
      name: `${workload}-6d5f8c7b9d-abcd${replica}`,
    })),
  ),
  ...['nats', 'candid-db'].flatMap((workload) =>
    zones.map((zone, replica) => ({
      ...{ workload, kind: workload === 'nats' ? 'statefulset' : 'cluster', zone },
      name: `${workload}-${workload === 'nats' ? replica : replica + 1}`,
    })),
  ),
  { workload: 'redis', kind: 'statefulset', zone: 'a', name: 'redis-0' },
];

const isFailed = (state) => state === 'starting' || state === 'lost';
const flag = (condition) => (condition ? 1 : 0);

/**
 * Metrics of a pod in a minute. A pod is `ready`, `starting` (created, not ready yet), `lost` (its node does not answer)
 * or `gone` (deleted, or not created yet).
 */
function podMetrics({ name, workload, kind }, state, startedAt) {
  if (state === 'gone') return {};
  const pod = `pod="${name}"`;
  const isReady = state === 'ready';
  const shown = {
    [`kube_pod_status_phase{${pod},phase="Pending"}`]: flag(state === 'starting'),
    [`kube_pod_status_phase{${pod},phase="Running"}`]: flag(state !== 'starting'),
    [`kube_pod_status_ready{${pod},condition="true"}`]: flag(isReady),
    [`kube_pod_status_ready{${pod},condition="false"}`]: flag(state === 'starting'),
    [`kube_pod_status_ready{${pod},condition="unknown"}`]: flag(state === 'lost'),
    [`kube_pod_owner{${pod},owner_kind="${kind === 'deployment' ? 'ReplicaSet' : 'StatefulSet'}"}`]: 1,
  };
  if (workload === 'edge' || processes.includes(workload))
    shown[`up{job="candid",instance="${name}",app_kubernetes_io_name="${workload}"}`] = flag(isReady);
  if (!isReady) return shown;
  if (workload === 'edge') shown[`caddy_config_last_reload_successful{${pod}}`] = 1;
  if (processes.includes(workload))
    shown[`process_start_time_seconds{service="${workload}",instance="${name}"}`] = startedAt * 60;
  if (workload === 'candid-db') {
    shown[`cnpg_collector_up{cluster="candid-db",${pod}}`] = 1;
    shown[`cnpg_pg_stat_archiver_archived_count{${pod}}`] = 9;
    shown[`barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{${pod}}`] = 1;
  }
  if (workload === 'candid-db-pooler') shown[`cnpg_pgbouncer_last_collection_error{${pod}}`] = 0;
  if (workload === 'nats') shown[`gnatsd_varz_connections{server_id="${name}"}`] = 9;
  return shown;
}

function replicaMetrics(stateOf) {
  const workloads = Map.groupBy(
    pods.filter(({ kind }) => kind !== 'cluster'),
    ({ workload }) => workload,
  );
  return Object.fromEntries(
    [...workloads].flatMap(([workload, those]) => {
      const ready = those.filter((pod) => stateOf(pod) === 'ready').length;
      const [wanted, there] =
        those[0].kind === 'deployment'
          ? ['kube_deployment_spec_replicas', 'kube_deployment_status_replicas_available']
          : ['kube_statefulset_replicas', 'kube_statefulset_status_replicas_ready'];
      const label = `${those[0].kind}="${workload}"`;
      return [
        [`${wanted}{${label}}`, those.length],
        [`${there}{${label}}`, ready],
      ];
    }),
  );
}

/** Metrics that the processes report, each if one of its kind is ready. */
function processMetrics(runs, { late = 0, due = late, waiting = 0, archiveFails = false, hasLeader = true }, minute) {
  const each = (names, metrics) => Object.assign({}, ...names.filter(runs).map(metrics));
  return {
    ...each(databaseNames, (service) => ({
      [`outbox_oldest_unpublished_seconds{service="${service}"}`]: late,
      [`event_follower_lag_seconds{service="${service}",follower="view"}`]: late,
      [`subscriber_events_missing{service="${service}",subscriber="a"}`]: 0,
      [`db_pool_waiting{service="${service}",pool="orm"}`]: waiting,
    })),
    ...each(
      databaseNames.map((name) => `${name}-worker`),
      (service) => ({
        [`work_item_oldest_due_seconds{service="${service}",queue="${service}"}`]: due,
        [`work_items_given_up{service="${service}",queue="${service}"}`]: 0,
        ...(runs('redis') && { [`bullmq_jobs{service="${service}",queue="${service}",state="waiting"}`]: 0 }),
      }),
    ),
    // Two of three servers elect the leader.
    ...(runs('nats') && {
      [`jetstream_server_jetstream_disabled{server_name="nats-0",is_meta_leader="false"${hasLeader ? ',meta_leader="nats-1"' : ''}}`]: 0,
    }),
    ...(runs('candid-db-pooler') && { 'cnpg_pgbouncer_pools_maxwait{pod="a",database="tokens"}': waiting }),
    ...(runs('candid-db') && {
      'cnpg_pg_stat_archiver_last_archived_time{pod="candid-db-2"}': 60 * (archiveFails ? usualBegin : minute),
      'cnpg_pg_stat_archiver_last_failed_time{pod="candid-db-2"}': archiveFails ? 60 * minute : -1,
    }),
    ...(runs('tokens-worker') && {
      'ledger_reconciliation_age_seconds{outcome="clean"}': 60,
      'job_last_success_timestamp_seconds{task="hold-expiry"}': 60 * minute,
    }),
    ...(runs('assessments') && { moderation_oldest_overdue_seconds: 0 }),
    ...Object.fromEntries(
      databaseNames.flatMap((name) => [
        [`kube_cronjob_created{cronjob="${name}-backup"}`, 0],
        [`kube_cronjob_status_last_successful_time{cronjob="${name}-backup"}`, 60 * minute],
      ]),
    ),
    'kube_cronjob_created{cronjob="photos-check"}': 0,
  };
}

const requestsAMinute = 600;

/** Counters grow by a minute's requests. `failing` and `slow` are shares of them. */
function trafficMetrics(runs, totals, { failing = 0, slow = 0, unreachable = 0 }) {
  if (!runs('edge')) return {};
  totals.forwarded += requestsAMinute;
  totals.unreached += requestsAMinute * (runs('gateway') ? unreachable : 1);
  const shown = {
    'caddy_http_requests_total{handler="reverse_proxy"}': totals.forwarded,
    'caddy_http_request_errors_total{handler="reverse_proxy"}': totals.unreached,
  };
  if (!runs('gateway')) return shown;
  totals.failed += requestsAMinute * failing;
  totals.answered += requestsAMinute * (1 - failing);
  totals.fast += requestsAMinute * (1 - Math.max(slow, failing));
  const route = 'route="/api/me",method="GET"';
  return {
    ...shown,
    [`http_request_duration_seconds_count{${route},status="200"}`]: totals.answered,
    [`http_request_duration_seconds_count{${route},status="503"}`]: totals.failed,
    [`http_request_duration_seconds_bucket{${route},status="200",le="1.0"}`]: totals.fast,
    [`rpc_handled_seconds_count{service="tokens",outcome="ok"}`]: totals.answered,
    [`rpc_handled_seconds_count{service="tokens",outcome="UNAVAILABLE"}`]: totals.failed,
  };
}

/**
 * Returns the series of an incident, in promtool's notation. `state(pod, sinceBegin)` returns a pod's state, by default
 * `ready`; `more(sinceBegin)` returns figures (`late`, `waiting`, `failing`, …) and additional series.
 */
export function seriesOf({ begin = usualBegin, state = () => undefined, more = () => ({}) }) {
  const values = new Map();
  const totals = { forwarded: 0, unreached: 0, answered: 0, failed: 0, fast: 0 };
  const started = new Map(pods.map(({ name }) => [name, 0]));
  let before = new Map();
  for (let minute = 0; minute <= observedMinutes; minute += 1) {
    const states = new Map(pods.map((pod) => [pod.name, state(pod, minute - begin) ?? 'ready']));
    const stateNow = ({ name }) => states.get(name);
    const runs = (workload) => pods.some((pod) => pod.workload === workload && stateNow(pod) === 'ready');
    for (const pod of pods)
      if (stateNow(pod) === 'ready' && isFailed(before.get(pod.name) ?? 'ready')) started.set(pod.name, minute);
    const { series = {}, ...figures } = more(minute - begin);
    const shown = {
      ...Object.assign({}, ...pods.map((pod) => podMetrics(pod, stateNow(pod), started.get(pod.name)))),
      ...replicaMetrics(stateNow),
      ...processMetrics(runs, figures, minute),
      ...trafficMetrics(runs, totals, figures),
      ...series,
    };
    for (const [name, value] of Object.entries(shown)) {
      if (!values.has(name)) values.set(name, Array(observedMinutes + 1).fill('_'));
      values.get(name)[minute] = String(value);
    }
    // Prometheus marks a series that a scrape does not contain any more.
    for (const [name, all] of values)
      if (!(name in shown) && minute > 0 && /\d/.test(all[minute - 1])) all[minute] = 'stale';
    before = states;
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(' ')]));
}

const within = (time, from, until) => time >= from && time < until;
const primary = 'candid-db-1';

/** A pod whose node is lost: five minutes later Kubernetes replaces it elsewhere, which takes two minutes. */
function replaced(time) {
  if (!within(time, 0, 7)) return 'ready';
  return time < 5 ? 'lost' : 'starting';
}

/** Servers wait for their volume, which is in the lost zone until it is back after 45 minutes. */
const inZone = (zone, without) => (pod, time) => {
  if (pod.zone !== zone || pod.workload === without) return 'ready';
  if (pod.kind === 'deployment') return replaced(time);
  return within(time, 0, 45) ? 'lost' : 'ready';
};

const failOver = (minutes) => ({
  state: ({ name }, time) => (name === primary && within(time, 0, 25) ? 'lost' : 'ready'),
  more: (time) => ({
    failing: within(time, 0, minutes) ? 1 : 0,
    waiting: within(time, 0, minutes + 2) ? 9 : 0,
    late: within(time, 0, minutes + 1) ? 60 * (time + 1) : 0,
  }),
});

/** The processes wait for PostgreSQL and for their schema. Two pods of the migrations' job fail before that. */
const firstInstall = {
  begin: 0,
  state({ workload, name }, time) {
    const readyAfter = { nats: 3, redis: 3, edge: 3, 'candid-db': name === primary ? 5 : 8, 'candid-db-pooler': 6 };
    return time < (readyAfter[workload] ?? 13) ? 'starting' : 'ready';
  },
  more: (time) => ({
    series: {
      'kube_job_status_failed{job_name="tokens-migrate-0-1-0"}': time > 2 ? 2 : 0,
      'kube_job_failed{job_name="tokens-migrate-0-1-0",condition="true"}': 0,
    },
  }),
};

const onlyTokens = (state) => (pod, time) => (pod.name === 'tokens-6d5f8c7b9d-abcd0' ? state(time) : 'ready');
const lastingFrom = (time, figures) => (time >= 0 ? figures : {});

/** Incidents with the notifications that they may cause: pages, and messages with warnings. */
export const incidents = {
  'a pod dies and is replaced': {
    state: onlyTokens((time) => (within(time, 0, 2) ? 'starting' : 'ready')),
    more: (time) => ({ failing: time === 0 ? 0.02 : 0 }),
    pages: 0,
    warnings: 0,
  },
  'a pod dies and does not come back': {
    state: onlyTokens((time) => (time >= 0 ? 'lost' : 'ready')),
    more: (time) => ({ failing: time === 0 ? 0.02 : 0 }),
    pages: 0,
    warnings: 1,
  },
  'PostgreSQL fails over within a minute': { ...failOver(1), pages: 0, warnings: 1 },
  'PostgreSQL fails over within six minutes': { ...failOver(6), pages: 1, warnings: 1 },
  'a zone goes': {
    state: inZone('a', 'redis'),
    more: (time) => ({
      failing: within(time, 0, 1) ? 0.6 : within(time, 1, 3) ? 0.05 : 0,
      waiting: time === 0 ? 9 : 0,
    }),
    pages: 0,
    warnings: 2,
  },
  'the zone with Redis goes': {
    state: inZone('a'),
    more: (time) => ({
      failing: within(time, 0, 1) ? 0.6 : 0,
      due: within(time, 0, 46) ? 60 * (time + 1) : 0,
    }),
    pages: 1,
    warnings: 2,
  },
  'a first install': { ...firstInstall, pages: 0, warnings: 0 },
  'a new version that waits eight minutes for its migration': {
    more: (time) => ({
      series: within(time, 0, 8) && {
        'up{job="candid",instance="new",app_kubernetes_io_name="tokens"}': 0,
        'kube_pod_status_phase{pod="tokens-7c9d8b6f5c-zzzzz",phase="Pending"}': 1,
        'kube_pod_owner{pod="tokens-7c9d8b6f5c-zzzzz",owner_kind="ReplicaSet"}': 1,
      },
    }),
    pages: 0,
    warnings: 0,
  },
  'every gateway ends': {
    state: ({ workload }, time) => (workload === 'gateway' && time >= 0 ? 'lost' : 'ready'),
    pages: 1,
    warnings: 0,
  },
  'every pod of a worker ends': {
    state: ({ workload }, time) => (workload === 'identity-worker' && time >= 0 ? 'gone' : 'ready'),
    pages: 1,
    warnings: 0,
  },
  'one request in ten fails': { more: (time) => lastingFrom(time, { failing: 0.1 }), pages: 1, warnings: 1 },
  'half of the requests are slow': { more: (time) => lastingFrom(time, { slow: 0.5 }), pages: 1, warnings: 0 },
  'NATS loses two of three servers': {
    state: ({ name }, time) => (/^nats-[12]$/.test(name) && time >= 0 ? 'lost' : 'ready'),
    more: (time) => lastingFrom(time, { failing: 0.3, late: 60 * (time + 1), hasLeader: false }),
    pages: 1,
    warnings: 1,
  },
  'the bucket refuses the archive': {
    more: (time) => lastingFrom(time, { archiveFails: true }),
    pages: 1,
    warnings: 0,
  },
};
