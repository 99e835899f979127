import { registerHooks } from 'node:module';

/** For `node --import` only: lets Node run these files unbuilt, where `./x.js` still is `./x.ts`. */
registerHooks({
  resolve(specifier, context, next) {
    const source = context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(specifier);
    return next(source ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
