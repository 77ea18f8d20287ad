import { belongsToStaff, type Role, type StaffAudience } from '@candid/contracts';

const audiences: readonly StaffAudience[] = ['support', 'moderator', 'evidence'];

/** True if at least one part of the console is open to these roles. The server checks every request regardless. */
export const isStaff = (roles: readonly Role[]): boolean =>
  audiences.some((audience) => belongsToStaff(audience, roles));

export const homeOf = (roles: readonly Role[]): string => (isStaff(roles) ? '/support' : '/profile');
