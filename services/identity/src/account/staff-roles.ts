/** Roles that an account has for its work: it carries them only after its second factor. Those of the contracts. */
export const STAFF_ROLES = ['support', 'moderator', 'safety-lead', 'legal'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (role: string): role is StaffRole => (STAFF_ROLES as readonly string[]).includes(role);
export const isStaff = (roles: readonly string[]): boolean => roles.some(isStaffRole);
