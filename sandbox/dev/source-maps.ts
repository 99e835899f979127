import { setSourceMapsSupport } from 'node:module';

// Node loads this before a program, so that stack traces name lines of the shop's sources (but not of the packages' sources).
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
