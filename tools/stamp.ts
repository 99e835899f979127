// `npm run stamp`: runs the command line of the PDF engine from source.
await import('../workers/src/pdf/run-from-source.ts');
await import('../workers/src/pdf/stamp-cli.ts');
