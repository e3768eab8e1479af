/**
 * What the vocabulary and the weights cost a process at its start: run by `npm run bench -- clinical` in a fresh process on the compiled
 * files, whose folder is its argument. It imports none of our files before the measurement starts, and prints one line of JSON.
 */
const [root] = process.argv.slice(2);
const parts = {};
const memory = () => process.memoryUsage().rss / 2 ** 20;

async function timed(name, work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  parts[name] = (user + system) / 1000;
}

const load = (file) => import(`${root}/src/${file}`);
const before = memory();
// A first sentence, because some parts are loaded on first use.
await timed('vocabulary', async () => (await load('clinical/vocabulary/find-terms.js')).findTerms('It began.'));
await timed('tagger', async () => (await load('clinical/tagger/tag.js')).tagText('It began.'));
await timed('red flags', async () => (await load('clinical/red-flags/red-flags.js')).redFlags('It began.'));
await timed('triage', async () => (await load('clinical/triage/triage.js')).triage('It began.', {}));
await timed('extractors', () => load('teams/health/offline/read-message.js'));
const clinicalMb = memory() - before;
await timed('answers, tools, schemas', () => load('teams/health/offline/rules.js'));
console.log(JSON.stringify({ parts, clinicalMb }));
