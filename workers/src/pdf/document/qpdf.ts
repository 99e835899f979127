import createModule from '@neslinesli93/qpdf-wasm';

export interface QpdfRun {
  /** 0 success, 3 success with warnings, 2 failure. */
  exitCode: number;
  /** The first lines of qpdf's messages. */
  messages: string;
  /** The output file; undefined when qpdf wrote none. */
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
const loadModule = createModule as unknown as () => Promise<QpdfModule>;

/**
 * Runs qpdf once in a separate WebAssembly instance. `INPUT` and `OUTPUT` in the arguments stand for the files. When qpdf
 * crashes, the exit code is 2.
 * @throws {Error} when the module cannot be started
 */
export async function runQpdf(args: string[], input: Uint8Array): Promise<QpdfRun> {
  const lines: string[] = [];
  const module = await createModuleWithPrint((line) => {
    if (lines.length < MAX_LINES) lines.push(line);
  });
  const file = module.FS.open('/INPUT', 'w');
  // The last argument makes the module use these bytes without duplicating them, which halves the memory for a large file.
  module.FS.write(file, input, 0, input.length, 0, true);
  module.FS.close(file);
  const exitCodeBefore = process.exitCode;
  const exitCode = callMain(
    module,
    args.map((arg) => (arg === 'INPUT' || arg === 'OUTPUT' ? `/${arg}` : arg)),
  );
  process.exitCode = exitCodeBefore;
  const output = module.FS.readdir('/').includes('OUTPUT') ? module.FS.readFile('/OUTPUT') : undefined;
  return {
    exitCode,
    messages: lines.join('\n'),
    output: output && Buffer.from(output.buffer, output.byteOffset, output.byteLength),
  };
}

function callMain(module: QpdfModule, args: string[]): number {
  try {
    return module.callMain(args);
  } catch {
    return 2;
  }
}

/**
 * Replaces `console.log` and `console.error` while the module is created, because the module then stores these functions.
 */
async function createModuleWithPrint(print: (line: string) => void): Promise<QpdfModule> {
  const { log, error } = console;
  Object.assign(console, { log: print, error: print });
  try {
    return await loadModule();
  } finally {
    Object.assign(console, { log, error });
  }
}
