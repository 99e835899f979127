import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from 'commander';
import { rolldown } from 'rolldown';
import { createDatabase, startPostgres } from '../sandbox/postgres/postgres.ts';
import { memoryFolder } from './memory-folder.ts';
import { sourceBundleOptions } from './source-bundle.ts';

const root = process.cwd();
/** The file that imports and lists all migrations. */
const REGISTER = 'backend/src/database.ts';

/**
 * Creates a database with all migrations.
 * @returns the statements that change it to the schema that the entities describe
 */
export async function findDifferences(): Promise<string[]> {
  const directory = mkdtempSync(join(memoryFolder(), 'db-diff-'));
  // PostgreSQL can run as another user, who must be able to open the directory.
  chmodSync(directory, 0o755);
  // The bundled programs are inside the project, so that they find the packages.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const programs = mkdtempSync(join(root, '.cache/db-diff-'));
  try {
    const names = ['apply-migrations', 'schema-differences'];
    const sources = Object.fromEntries(names.map((name) => [name, `backend/src/${name}`]));
    const options = sourceBundleOptions(root, sources, programs);
    const bundle = await rolldown(options);
    const [postgres] = await Promise.all([
      startPostgres({ directory: join(directory, 'postgres'), fast: true }),
      bundle.write(options.output),
    ]);
    try {
      const url = await createDatabase(postgres.url, 'shop');
      const { applyMigrations } = await import(join(programs, 'apply-migrations.js'));
      const { schemaDifferences } = await import(join(programs, 'schema-differences.js'));
      await applyMigrations(url);
      return (await schemaDifferences(url)) as string[];
    } finally {
      await postgres.stop();
    }
  } finally {
    for (const folder of [directory, programs]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a migration and adds it to REGISTER. @param folder the project's folder @returns the path of the new file */
export function writeMigration(folder: string, name: string, statements: string[], now = new Date()): string {
  const register = join(folder, REGISTER);
  const source = readFileSync(register, 'utf8');
  const last = [...source.matchAll(/^import \{ (Migration(\d{14})_\w+) \}/gm)].at(-1)!;
  const timestamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  // Migrations run in the order of the register, so the new migration needs the highest number.
  const number = timestamp > last[2]! ? timestamp : String(BigInt(last[2]!) + 1n);
  const title = `Migration${number}_${name}`;
  const file = `backend/migrations/${title}.ts`;
  const sql = statements.map((statement) => `${statement};`).join('\n');
  writeFileSync(
    join(folder, file),
    `import { Migration } from '@mikro-orm/migrations';

export class ${title} extends Migration {
  override up(): void {
    this.addSql(\`
${sql}
\`);
  }
}
`,
  );
  const lastMigration = last[1]!;
  const imported = `import { ${lastMigration} } from '../migrations/${lastMigration}.js';`;
  const changed = source
    .replace(imported, `${imported}\n${imported.replaceAll(lastMigration, title)}`)
    .replace(/^(const MIGRATIONS = \[[^\]]*?),?\s*\];$/m, `$1, ${title}];`);
  writeFileSync(register, changed);
  return file;
}

if (import.meta.main) {
  const [name = ''] = program
    .name('npm run db:diff --')
    .description('Compares the migrations with the entities and writes the missing migration.')
    .argument('[name]', 'name of the migration: lower-case letters, digits and _', 'change')
    .addHelpText('after', '\nExit codes: 0 nothing differs or a migration was written, 1 failed.')
    .parse().processedArgs as string[];
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    program.error(
      `error: "${name}" must begin with a lower-case letter and contain only lower-case letters, digits and _`,
    );
  const statements = await findDifferences();
  if (statements.length === 0) console.log('No differences: the migrations match the entities.');
  else {
    console.log(`Wrote ${writeMigration(root, name, statements)} and registered it in ${REGISTER}.`);
    console.log('Constraints, indexes and defaults are not compared: add them to the migration.');
  }
}
