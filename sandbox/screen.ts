/** Where a start tells what it is doing. */
export interface Screen {
  /** Runs `work` as one named step; `note` shows how far it is. */
  step<T>(name: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
  line(text: string): void;
}

interface Step {
  name: string;
  note: string;
  since: number;
}

const quiet: Screen = { step: (_name, work) => work(() => {}), line: () => {} };

/** One line for each finished step with the time it took; on a terminal also a last line that shows what is going on. */
export function createScreen(options: { quiet?: boolean } = {}): Screen {
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
      // Without a terminal nothing can be redrawn, so whatever takes long says so.
      const patience = setTimeout(() => !out.isTTY && line(`  … ${name}`), 2000);
      let mark = '✗';
      try {
        const result = await work((text) => {
          step.note = text;
          if (out.isTTY) draw();
          else line(`    ${text}`);
        });
        mark = '✓';
        return result;
      } finally {
        clearTimeout(patience);
        active.delete(step);
        line(`  ${mark} ${name.padEnd(36)}${seconds(step.since).padStart(8)}`);
        if (active.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
