// What `npm run stamp` runs: the watermark engine's command line, straight from its source.
await import('../workers/src/pdf/run-from-source.ts');
await import('../workers/src/pdf/stamp-cli.ts');
