/** The databases know of each other: their dumps begin in the same minute. */
export function backupFaults(objects) {
  const backups = objects.filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name.endsWith('-backup'));
  const times = new Set(backups.map(({ spec }) => `${spec.schedule} ${spec.timeZone}`));
  return times.size <= 1 ? [] : [`the dumps begin at different times: ${[...times].join(', ')}`];
}
