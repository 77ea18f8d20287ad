import { belongsToStaff, type Role, type StaffAudience } from '@candid/contracts';

const audiences: readonly StaffAudience[] = ['support', 'moderator', 'evidence'];

/** Whether the console has anything for them. The server decides anyway. */
export const isStaff = (roles: readonly Role[]): boolean =>
  audiences.some((audience) => belongsToStaff(audience, roles));
