/** Prints the steps of a program, for example of `npm start` or of a measurement. */
export interface Progress {
  /** Runs `work` as a named step, which can show its progress with `note`. */
  step<T>(name: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
  line(text: string): void;
}

interface Step {
  name: string;
  note: string;
  since: number;
}

const quiet: Progress = { step: (_name, work) => work(() => {}), line: () => {} };

/** Prints a line with the duration of each finished step. In a terminal the last line shows the running steps. */
export function createProgress(options: { quiet?: boolean } = {}): Progress {
  if (options.quiet) return quiet;
  const out = process.stdout;
  const active = new Set<Step>();
  let timer: NodeJS.Timeout | undefined;

  const clear = () => out.isTTY && out.write('\r\u001B[K');
  const draw = () => {
    if (!out.isTTY || active.size === 0) return;
    const text = [...active]
      .map((step) => `${step.name} ${seconds(step.since)}${step.note && `: ${step.note}`}`)
      .join(' · ');
    out.write(`\r\u001B[K  … ${text}`.slice(0, (out.columns || 80) + 3));
  };
  const line = (text: string) => {
    clear();
    out.write(`${text}\n`);
    draw();
  };

  return {
    line,
    step: async (name, work) => {
      const step: Step = { name, note: '', since: performance.now() };
      active.add(step);
      timer ??= setInterval(draw, 200);
      draw();
      // Without a terminal, the name of a step is printed when the step has run for two seconds.
      const announcement = setTimeout(() => !out.isTTY && line(`  … ${name}`), 2000);
      let symbol = '✗';
      try {
        const result = await work((text) => {
          step.note = text;
          if (out.isTTY) draw();
          else line(`    ${text}`);
        });
        symbol = '✓';
        return result;
      } finally {
        clearTimeout(announcement);
        active.delete(step);
        line(`  ${symbol} ${name.padEnd(36)}${seconds(step.since).padStart(8)}`);
        if (active.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
