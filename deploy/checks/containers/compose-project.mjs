/** Compose puts it before the names of containers, networks and volumes. */
export const composeProject = 'candid-containers';
