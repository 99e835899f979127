import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { OpenShop } from './open-shop.js';
import { classesIn, filesLike } from './source-files.js';

export interface Route {
  /** Method and path, as in the access matrix: `GET /api/patterns/:id`. */
  call: string;
  controller: Function;
  handler: Function;
}

/** @returns the routes of all controllers, with the path at which the shop serves them */
export async function listRoutes(shop: OpenShop): Promise<Route[]> {
  const fastify = shop.api.getHttpAdapter().getInstance();
  const routes: Route[] = [];
  for (const { type } of await classesIn(filesLike('backend/src/**/*.controller.ts'))) {
    const base: string | undefined = Reflect.getMetadata(PATH_METADATA, type);
    if (base === undefined) continue;
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      const handler: Function = type.prototype[name];
      const method: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, handler);
      if (method === undefined) continue;
      const subPaths: string | string[] = Reflect.getMetadata(PATH_METADATA, handler);
      for (const subPath of [subPaths].flat()) {
        const path = `/${base}/${subPath}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
        const verb = RequestMethod[method] as 'GET';
        const url = [`/api${path}`, path].find((candidate) => fastify.hasRoute({ url: candidate, method: verb }));
        routes.push({ call: `${verb} ${url}`, controller: type, handler });
      }
    }
  }
  return routes;
}

/**
 * Lists all routes of Fastify, with or without a controller. Fastify prints routes that differ only in parameter names as
 * one route, so the result omits these names.
 * @returns method and path, for example `GET /api/patterns/:`
 */
export function listServedCalls(shop: OpenShop): string[] {
  const parentUrls: string[] = [];
  const tree: string = shop.api.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  return tree.split('\n').flatMap((line) => {
    const [, branch, path, methods] = /^([│├└─\s]*)(\S+) \((.*)\)$/.exec(line) ?? [];
    if (branch === undefined) return [];
    const depth = branch.length / 4;
    const url = (parentUrls[depth - 2] ?? '') + path!;
    parentUrls.splice(depth - 1, Infinity, url);
    return methods!.split(', ').map((method) => `${method} ${withoutParameterNames(url)}`);
  });
}

export const withoutParameterNames = (path: string) => path.replaceAll(/:[\w|:]+/g, ':');
