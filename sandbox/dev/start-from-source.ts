import { createServer } from 'vite';
import { freePort } from '../free-port.ts';
import { type Shop, type ShopOptions, startShop } from '../start-shop.ts';
import { watchedPrograms } from './watched-programs.ts';

const VITE_PORT = 5173;

/** Starts the shop of `npm run dev`. It runs from the sources and applies each change of a source file. */
export async function startFromSource(options: ShopOptions): Promise<Shop> {
  const port = await freePort(Array.from({ length: 20 }, (_, index) => VITE_PORT + index));
  const programs = await watchedPrograms();
  // Links in mails and redirects of Stripe must lead to Vite.
  const env = { ...process.env, STOREFRONT_DIR: '', PUBLIC_URL: `http://localhost:${port}` };
  let shop: Shop | undefined;
  try {
    shop = await startShop({ ...options, env, programs });
    process.env.STOREFRONT_PROXY = shop.apiUrl;
    const configFile = 'storefront/vite.config.ts';
    const vite = await createServer({ configFile, server: { host: '127.0.0.1', port, strictPort: true } });
    await vite.listen();
    const { api, workers } = programs.inspectPorts;
    const { failed, stop } = shop;
    console.log(`\nDebuggers attach to 127.0.0.1:${api} (API) and 127.0.0.1:${workers} (workers).`);
    console.log(`The API is at ${shop.apiUrl}. Changes of the sources take effect immediately.`);
    return {
      ...shop,
      failed,
      stop: async () => {
        await Promise.all([vite.close(), programs.close()]);
        await stop();
      },
    };
  } catch (error) {
    await programs.close();
    await shop?.stop();
    throw error;
  }
}
