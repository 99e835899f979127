import { setSourceMapsSupport } from 'node:module';

// Node loads this file before a program. Stack traces then name the source files and lines of the shop. For packages they
// name the installed files, because the source maps of packages are not read.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
