import createModule from '@neslinesli93/qpdf-wasm';

export interface QpdfRun {
  /** 0 success, 3 success with warnings, 2 failure. */
  exitCode: number;
  /** The messages of qpdf, a limited number of lines. */
  messages: string;
  /** The output file, if any. */
  output?: Buffer;
}

interface QpdfModule {
  callMain(args: string[]): number;
  FS: {
    open(path: string, flags: string): unknown;
    write(stream: unknown, data: Uint8Array, from: number, length: number, to: number, keep: boolean): void;
    close(stream: unknown): void;
    readFile(path: string): Uint8Array;
    readdir(path: string): string[];
  };
}

const MAX_LINES = 200;
const create = createModule as unknown as () => Promise<QpdfModule>;

/**
 * Runs qpdf once in a separate WebAssembly instance. `INPUT` and `OUTPUT` in the arguments are the files.
 * @throws {Error} when the module cannot be started; a crash on a file counts as exit code 2
 */
export async function runQpdf(args: string[], input: Uint8Array): Promise<QpdfRun> {
  const lines: string[] = [];
  const module = await createQuietly((line) => {
    if (lines.length < MAX_LINES) lines.push(line);
  });
  const file = module.FS.open('/INPUT', 'w');
  // `keep` uses these bytes without a copy, which halves the memory for a large file.
  module.FS.write(file, input, 0, input.length, 0, true);
  module.FS.close(file);
  const exitCodeBefore = process.exitCode;
  const exitCode = call(
    module,
    args.map((arg) => (arg === 'INPUT' || arg === 'OUTPUT' ? `/${arg}` : arg)),
  );
  process.exitCode = exitCodeBefore;
  const written = module.FS.readdir('/').includes('OUTPUT') ? module.FS.readFile('/OUTPUT') : undefined;
  return {
    exitCode,
    messages: lines.join('\n'),
    output: written && Buffer.from(written.buffer, written.byteOffset, written.byteLength),
  };
}

function call(module: QpdfModule, args: string[]): number {
  try {
    return module.callMain(args);
  } catch {
    return 2;
  }
}

/** Captures the console while the module is created, because it reads its print functions from there. */
async function createQuietly(print: (line: string) => void): Promise<QpdfModule> {
  const { log, error } = console;
  Object.assign(console, { log: print, error: print });
  try {
    return await create();
  } finally {
    Object.assign(console, { log, error });
  }
}
