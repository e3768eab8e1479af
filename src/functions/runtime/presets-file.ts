/**
 * agents/presets.yml: the presets by name. Checked as a whole when it is read, against the models there are and the presets that the
 * functions name; what is wrong is reported with file, line and fix.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { suggest } from '../../platform/nearest.ts';
import { parseConfig } from '../../platform/yaml/parse-config.ts';
import { FilesError, type Problem } from '../../platform/yaml/problems.ts';
import { missingFile, readYaml, type YamlFile } from '../../platform/yaml/read-yaml.ts';
import type { AgentFunction } from '../agent-function.ts';
import { type Member, MODES, type Mode, type Presets, ROLES, type Role, STAGES } from './preset.ts';

/** One key, its role: `drafter: llama-3.2-3b`. */
const MemberEntry = z.strictObject(
  Object.fromEntries(ROLES.map((role) => [role, z.string().min(1).optional()])) as Record<
    Role,
    z.ZodOptional<z.ZodString>
  >,
);

const PresetEntry = z.strictObject({ mode: z.enum(MODES), members: z.array(MemberEntry).min(1).max(8) });

const PresetsFile = z.strictObject({ presets: z.record(z.string(), PresetEntry) });

type Entry = z.infer<typeof PresetEntry>;

/** How many members a mode has, and in which roles. */
const SHAPES: Readonly<Record<Mode, { least: number; most: number; roles: (place: number) => readonly Role[] }>> = {
  single: { least: 1, most: 1, roles: () => ['writer'] },
  critique: { least: 2, most: 2, roles: (place) => (place === 0 ? ['generator'] : ['critic']) },
  debate: { least: 2, most: 8, roles: () => ['debater'] },
  pipeline: { least: 2, most: 8, roles: () => Object.keys(STAGES) as Role[] },
  ensemble: { least: 2, most: 8, roles: () => ['voter'] },
};

/** `models`: the names that a member may have; null: any, because a server of one's own decides. */
type Known = { models: readonly string[] | null; functions: Iterable<AgentFunction> };

/** Throws FilesError with every problem at once. */
export async function loadPresets(file: string, known: Known): Promise<Presets> {
  const source = await readSource(file);
  const { config, problems } = parseConfig(PresetsFile, source, { presets: {} });
  if (!config || problems.length > 0) throw filesError(file, problems);
  const entries = Object.entries(config.presets);
  const found = [
    ...entries.flatMap(([name, entry]) => presetProblems(name, entry, source, known.models)),
    ...missingPresets(Object.keys(config.presets), source, known.functions),
  ];
  if (found.length > 0) throw filesError(file, found);
  return new Map(
    entries.map(([name, { mode, members }]) => [name, { name, mode, members: members.flatMap(membersOf) }]),
  );
}

function filesError(file: string, problems: readonly Problem[]): FilesError {
  return new FilesError(`The list of presets (${file}) is wrong`, problems);
}

async function readSource(file: string): Promise<YamlFile> {
  try {
    return readYaml(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return missingFile(file, 'there is no such file', 'add it: the functions need the presets that they name');
  }
}

function presetProblems(
  name: string,
  { mode, members }: Entry,
  { file, lineOf }: YamlFile,
  models: readonly string[] | null,
): Problem[] {
  const { least, most, roles } = SHAPES[mode];
  const at = (place: number, message: string, fix: string): Problem => ({
    file,
    line: lineOf(['presets', name, 'members', place]),
    message,
    fix,
  });
  const found = members.flatMap((entry, place) => {
    const [member, ...more] = membersOf(entry);
    if (!member || more.length > 0)
      return [at(place, `member ${place + 1} of ${name} needs one role`, 'write it as "role: model"')];
    const unfit = roles(place).includes(member.role)
      ? []
      : [at(place, `"${member.role}" in ${name}, whose mode is ${mode}`, suggest(member.role, roles(place)))];
    if (models === null || models.includes(member.model)) return unfit;
    return [...unfit, at(place, `unknown model "${member.model}"`, suggest(member.model, models))];
  });
  if (members.length >= least && members.length <= most) return found;
  const wanted = least === most ? `exactly ${least}` : `${least} to ${most}`;
  const line = lineOf(['presets', name, 'mode']);
  const message = `${name} has ${members.length} members, and ${mode} takes ${wanted}`;
  return [...found, { file, line, message, fix: 'change the mode or the members' }];
}

function missingPresets(
  names: readonly string[],
  { file, lineOf }: YamlFile,
  functions: Iterable<AgentFunction>,
): Problem[] {
  return [...functions].flatMap(({ name, presets }) => {
    const named = new Set([presets.default, ...Object.values(presets.variants), ...Object.values(presets.quality)]);
    return [...named]
      .filter((preset) => !names.includes(preset))
      .map((preset) => ({
        file,
        line: lineOf(['presets']),
        message: `${name} uses the preset ${preset}, which is not here`,
        fix: 'add it',
      }));
  });
}

function membersOf(entry: Entry['members'][number]): Member[] {
  return Object.entries(entry).map(([role, model]) => ({ role: role as Role, model: model as string }));
}
