export const actionsClass = 'auth-frame-actions mt-2 grid gap-3 wide:[.auth-frame-pairs>&]:mt-0';
