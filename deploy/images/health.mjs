/** The images' health check: 0 once this container's process says that it is ready. */
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/ready`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
