/** Staff roles, the same as in the contracts. If the policy requires it, they apply only after the second factor. */
export const STAFF_ROLES = ['support', 'moderator', 'safety-lead', 'legal'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (role: string): role is StaffRole => (STAFF_ROLES as readonly string[]).includes(role);
export const isStaff = (roles: readonly string[]): boolean => roles.some(isStaffRole);
