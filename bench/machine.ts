import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { Client } from 'pg';

export interface Machine {
  cores: number;
  processor: string;
  memoryGigabytes: number;
  system: string;
  node: string;
  /** Version of PostgreSQL; undefined when none of the parts purchases, views and export was measured. */
  postgres: string | undefined;
  /** Load average of the last minute. */
  load: number;
}

/** Describes the machine. Call it before any process is started, because `load` includes the load of those processes. */
export function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() || process.arch,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    postgres: undefined,
    load: loadavg()[0] ?? 0,
  };
}

export async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]!.server_version;
  } finally {
    await client.end();
  }
}

export function printMachine({ cores, processor, memoryGigabytes, system, node, postgres, load }: Machine): void {
  console.log(
    `${cores} cores (${processor}), ${memoryGigabytes} GB, ${system}, Node ${node}` +
      (postgres ? `, PostgreSQL ${postgres}` : ''),
  );
  if (load > 0.5 * cores) {
    console.log(
      `Other programs were running: load average ${load.toFixed(1)} on ${cores} cores before the start. ` +
        'Compare the ratios, not the times.',
    );
  }
}
