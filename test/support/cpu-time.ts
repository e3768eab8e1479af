/** How long the processor works on something: unlike the time on the clock, it hardly grows while others use the machine. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
