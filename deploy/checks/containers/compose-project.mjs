/** Compose begins the names of containers, networks and volumes with this project name. */
export const composeProject = 'candid-containers';
