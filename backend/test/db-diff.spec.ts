import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const node = async (args: string[]) =>
  (await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } })).stdout.trim();

describe('npm run db:diff', () => {
  it('finds no difference between the migrations and the entities', async () => {
    expect(await node(['tools/db-diff.ts'])).toBe('No differences: the migrations match the entities.');
  });

  it('writes a migration that runs last, and registers it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'db-diff-spec-'));
    try {
      mkdirSync(join(directory, 'backend/migrations'), { recursive: true });
      cpSync('backend/src/database.ts', join(directory, 'backend/src/database.ts'));
      const statement = 'alter table "patterns" add "level" int null';
      const file = await node([
        '--input-type=module',
        '-e',
        `import { writeMigration } from '${join(process.cwd(), 'tools/db-diff.ts')}';
        console.log(writeMigration(${JSON.stringify(directory)}, 'level', [${JSON.stringify(statement)}]));`,
      ]);
      const [, migrationName] = /^backend\/migrations\/(Migration\d{14}_level)\.ts$/.exec(file)!;
      expect(readFileSync(join(directory, file), 'utf8')).toContain(`this.addSql(\`\n${statement};\n\`);`);
      const register = readFileSync(join(directory, 'backend/src/database.ts'), 'utf8');
      expect(register).toContain(`import { ${migrationName} } from '../migrations/${migrationName}.js';`);
      const migrationNames = /const MIGRATIONS = \[([^\]]+)\];/.exec(register)![1]!.split(', ');
      expect(migrationNames.at(-1)).toBe(migrationName);
      expect(migrationNames).toEqual(migrationNames.toSorted());
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
