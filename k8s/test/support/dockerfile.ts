export interface Stage {
  name: string;
  /** The name of an image or of an earlier stage. */
  base: string;
  instructions: { name: string; text: string }[];
}

/** @returns the stages of a Dockerfile in order, without comments and with continued lines joined */
export function parseDockerfile(dockerfile: string): Stage[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const [, base, stage] = /^(\S+) AS (\S+)$/.exec(text) ?? [];
    if (name === 'FROM' && base && stage) stages.push({ name: stage, base, instructions: [] });
    else if (name && name !== 'FROM') stages.at(-1)?.instructions.push({ name, text });
    else throw new Error(`Unknown instruction: ${line}`);
  }
  return stages;
}

/** @returns the instructions of a stage, preceded by those of its base stages */
export function allInstructions(stages: Stage[], name: string): Stage['instructions'] {
  const stage = stages.find((candidate) => candidate.name === name);
  return stage ? [...allInstructions(stages, stage.base), ...stage.instructions] : [];
}

/** @returns the variables that ENV sets in a stage and its base stages */
export function imageEnvironment(stages: Stage[], name: string): Record<string, string> {
  const envInstructions = allInstructions(stages, name).flatMap((instruction) =>
    instruction.name === 'ENV' ? [instruction.text] : [],
  );
  const pairs = envInstructions.flatMap((text) => [...text.matchAll(/(\w+)=('[^']*'|\S+)/g)]);
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value.replaceAll("'", '')]));
}
