export interface Stage {
  name: string;
  /** An image, or an earlier stage. */
  base: string;
  instructions: { name: string; text: string }[];
}

/** @returns the stages of a Dockerfile in order, without comments and with continued lines joined */
export function stagesOf(dockerfile: string): Stage[] {
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

/** @returns a stage's instructions after those of its base stages */
export function wholeStage(stages: Stage[], name: string): Stage['instructions'] {
  const stage = stages.find((one) => one.name === name);
  return stage ? [...wholeStage(stages, stage.base), ...stage.instructions] : [];
}

/** @returns the variables that ENV sets in a stage and its base stages */
export function environmentOf(stages: Stage[], name: string): Record<string, string> {
  const texts = wholeStage(stages, name).flatMap((one) => (one.name === 'ENV' ? [one.text] : []));
  const pairs = texts.flatMap((text) => [...text.matchAll(/(\w+)=('[^']*'|\S+)/g)]);
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value.replaceAll("'", '')]));
}
