import proxyAddr from '@fastify/proxy-addr';

/** TRUSTED_PROXIES, read as Fastify will read them. */
export function readProxies(proxies: string[], problems: string[]): string[] {
  try {
    proxyAddr.compile(proxies);
  } catch {
    problems.push('TRUSTED_PROXIES: not addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal');
  }
  return proxies;
}
