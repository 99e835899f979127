import { setSourceMapsSupport } from 'node:module';

// Loaded before a program, so that stack traces name the sources of the shop. Packages keep their own lines.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
