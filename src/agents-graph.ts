/** `npm run agents:graph`: the permitted hand-overs of each team, as Mermaid on the screen or as SVG files. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transferEdges, transferMermaid, transferSvg } from './engine/agents/transfer-graph.ts';
import { loadShippedTeams } from './load-shipped-teams.ts';
import { commandLine } from './platform/command-line.ts';
import { shippedFile } from './platform/installation.ts';
import { FilesError, formatProblem } from './platform/yaml/problems.ts';

const USAGE = `The permitted hand-overs of the teams, as a graph.

  npm run agents:graph [-- TEAM]             prints Mermaid
  npm run agents:graph [-- TEAM] --svg DIR   writes DIR/TEAM.svg for each team that has hand-overs`;
const { values, positionals } = commandLine(USAGE, { svg: { type: 'string' } }, 1);

try {
  const { teams } = await loadShippedTeams(process.env.AGENTS_DIR ?? shippedFile('agents'));
  const [wanted] = positionals;
  if (wanted !== undefined && !teams.has(wanted))
    throw new Error(`there is no team ${wanted}; teams are ${[...teams.keys()].join(', ')}`);
  const chosen = [...teams.values()].filter(
    (team) => (wanted === undefined || team.name === wanted) && transferEdges(team).length > 0,
  );
  if (values.svg !== undefined) await mkdir(values.svg, { recursive: true });
  for (const team of chosen) {
    if (values.svg === undefined) console.log(`%% ${team.name}\n${transferMermaid(team)}\n`);
    else await writeFile(join(values.svg, `${team.name}.svg`), transferSvg(team));
  }
} catch (error) {
  if (!(error instanceof FilesError)) throw error;
  for (const problem of error.problems) console.error(formatProblem(problem));
  process.exitCode = 1;
}
