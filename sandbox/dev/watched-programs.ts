import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type RolldownWatcher, rolldown, watch } from 'rolldown';
import { PROGRAMS } from '../../tools/programs.ts';
import { sourceBundleOptions } from '../../tools/source-bundle.ts';
import { freePort } from '../free-port.ts';
import { projectRoot } from '../project-root.ts';
import type { ProgramSource } from '../program-source.ts';
import { lastLines } from '../start-error.ts';

/** Programs that other programs start. Each must be in the folder of the program that starts it. */
const DECODING_PROGRAMS = ['launch', 'prepare-process', 're-encode-process'];
const WATCHED_PROGRAMS = { api: ['api'], workers: ['workers', ...DECODING_PROGRAMS] };
const OTHER_PROGRAMS = ['migrate', 'seed', ...DECODING_PROGRAMS];

const SOURCE_MAPS = './sandbox/dev/source-maps.ts';
/** Preferred debugger ports; if one is in use, the next free port is used. */
const INSPECT_PORTS = { api: 9229, workers: 9230 };

export interface WatchedPrograms extends ProgramSource {
  /** Debugger ports. */
  inspectPorts: Record<'api' | 'workers', number>;
  close(): Promise<void>;
}

/** Bundles the programs from source. After each change of a source file, bundles and restarts the API or the workers. */
export async function watchedPrograms(): Promise<WatchedPrograms> {
  const root = projectRoot();
  const api = await portFrom(INSPECT_PORTS.api);
  const inspectPorts = { api, workers: await portFrom(Math.max(INSPECT_PORTS.workers, api + 1)) };
  const restarts = new Map<string, () => Promise<void>>();
  let folder = '';
  let watcher: RolldownWatcher | undefined;
  const options = (group: string, names: string[]) =>
    sourceBundleOptions(
      root,
      Object.fromEntries(names.map((name) => [name, `${PROGRAMS[name]}`])),
      join(folder, group),
    );

  return {
    inspectPorts,
    file: (name) => join(folder, name in WATCHED_PROGRAMS ? name : 'once', `${name}.js`),
    async prepare({ progress, dataDir, abort }) {
      // The folder is named after the data directory. Two running shops never share a data directory, and so never a folder.
      folder = join(root, '.cache/dev', createHash('sha256').update(dataDir).digest('hex').slice(0, 8));
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      await progress.step('Programs from source', async () => {
        const once = await rolldown(options('once', OTHER_PROGRAMS));
        await once.write(options('once', OTHER_PROGRAMS).output);
        await once.close();
        abort.throwIfAborted();
        watcher = watch(Object.entries(WATCHED_PROGRAMS).map(([group, names]) => options(group, names)));
        await waitUntilBuilt(watcher);
      });
      watcher?.on('event', (event) => {
        if (event.code === 'ERROR') {
          progress.line(`${event.error.message}\nThe programs keep running in the last version that compiled.`);
        }
        if (event.code === 'BUNDLE_END') void restarts.get(basename(event.output[0]!))?.();
      });
    },
    start(group, name, { args, env, ...rest }) {
      const inspect = [`--inspect=127.0.0.1:${inspectPorts[name]}`, '--import', SOURCE_MAPS, ...args];
      const cache = { NODE_COMPILE_CACHE: join(root, '.cache/dev/v8') };
      restarts.set(
        name,
        group.startRestartable({ ...rest, args: inspect, env: { ...env, ...cache } }, (result) => {
          const lines = lastLines(rest.log, 15).join('\n');
          console.error(`\n${lines}\n${rest.name} exited (${result}). The next change of its sources restarts it.`);
        }),
      );
    },
    async close() {
      await watcher?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function portFrom(first: number): Promise<number> {
  return freePort(Array.from({ length: 20 }, (_, index) => first + index));
}

/** @throws {Error} with file and line when the sources do not compile */
function waitUntilBuilt(watcher: RolldownWatcher): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') failure = event.error;
      if (event.code === 'END' && failure) reject(failure);
      if (event.code === 'END') resolve();
      if (event.code === 'BUNDLE_END' || event.code === 'ERROR') void event.result.close();
    });
  });
}
