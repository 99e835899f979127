import { setSourceMapsSupport } from 'node:module';

// Loaded before a program: stack traces show lines of the shop's sources, but not of the packages' sources.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
