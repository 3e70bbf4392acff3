/** One instruction of a container file. */
export interface Instruction {
  readonly name: string;
  /** Its text, without line breaks. */
  readonly text: string;
}

/** A part of a container file that begins with FROM. */
export interface Stage {
  readonly image: string;
  readonly name: string | null;
  /** In their order. */
  readonly steps: readonly Instruction[];
}

/** Returns the instructions of a container file, without comments. */
export function readInstructions(file: string): Instruction[] {
  const whole = file
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ');
  return whole
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const end = line.indexOf(' ');
      return { name: line.slice(0, end).toUpperCase(), text: line.slice(end).trim() };
    });
}

/** Returns the stages of a container file. Throws if it doesn’t begin with FROM. */
export function readStages(file: string): Stage[] {
  const stages: (Stage & { steps: Instruction[] })[] = [];
  for (const instruction of readInstructions(file)) {
    if (instruction.name === 'FROM') {
      const [image, name = null] = instruction.text.split(/ as /i);
      stages.push({ image: image!, name, steps: [] });
    } else if (stages.length === 0) throw new Error(`${instruction.name} is before the first FROM`);
    else stages.at(-1)!.steps.push(instruction);
  }
  return stages;
}

/** Returns the command of a CMD or HEALTHCHECK, which must be a JSON list. */
export function commandOf({ text }: Instruction): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/** Returns the pairs of an ENV. */
export function pairsOf({ text }: Instruction): Record<string, string> {
  return Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s, 2)));
}
