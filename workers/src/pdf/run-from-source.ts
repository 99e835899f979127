import { registerHooks } from 'node:module';

/** Loaded with `node --import`: resolves `./x.js` to `./x.ts`, so that Node can run these files from source. */
registerHooks({
  resolve(specifier, context, next) {
    const source = context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(specifier);
    return next(source ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
