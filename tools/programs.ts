/** The programs of the shop with their entry files, without the extension. */
export const PROGRAMS: Record<string, string> = {
  api: 'backend/src/main',
  workers: 'workers/src/main',
  ops: 'workers/src/ops',
  migrate: 'backend/src/migrate',
  seed: 'backend/seeds/seed',
  launch: 'workers/src/decoding/launch',
  'prepare-process': 'workers/src/pdf/prepare-process',
  're-encode-process': 'workers/src/pictures/re-encode-process',
};
