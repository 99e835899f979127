import { MikroORM, RequestContext } from '@mikro-orm/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { opsProgram } from '#workers/operations/program.js';
import type { OpenShop } from './open-shop.js';

/** Runs the operators' tool in this process against the running shop. @returns exit code and output */
export async function runOpsInProcess(shop: OpenShop, words: string[]): Promise<[0 | 1, string]> {
  const lines: string[] = [];
  const app = shop.workers;
  const context = { app, commands: app.get(CommandBus), queries: app.get(QueryBus), config: shop.config };
  let code: 0 | 1 = 0;
  const program = opsProgram((_, work) =>
    RequestContext.create(app.get(MikroORM).em, async () => {
      code = await work({ ...context, print: (text) => void lines.push(text) });
    }),
  );
  await program.parseAsync(words, { from: 'user' });
  return [code, lines.join('\n')];
}
