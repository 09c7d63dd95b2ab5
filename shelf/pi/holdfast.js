// Holdfast 0.1.0: keeps work intact through compaction. The entry for this client in the npm package.
const load = () => import(new URL('../../dist/pi.mjs', import.meta.url).href);
const stateFolder = () => undefined;

export default async function holdfast(pi) {
  try {
    (await load()).extension(pi, stateFolder());
  } catch {
    // Holdfast is gone: the client goes on as without it.
  }
}
