/** Which methods each address takes, so that a wrong method is told apart from a wrong address. */
import type { FastifyInstance } from 'fastify';

/**
 * Notes the routes of `app`; call it before they are registered.
 *
 * @returns what tells the methods of a path (without its query), in alphabetical order; none where there is no route.
 */
export function knownRoutes(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  };
}
