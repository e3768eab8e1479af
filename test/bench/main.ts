/** `npm run bench`: what a turn costs. `npm run bench -- clinical`: what the offline work of a turn costs, without queues and Redis. */
const [what] = process.argv.slice(2);
if (what === 'clinical') await import('./clinical.ts');
else await import('./turns.ts');
