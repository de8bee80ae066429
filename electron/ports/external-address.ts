/** Windows gives up on longer ones. */
const longestAddress = 2_081;

/**
 * The address to hand to the system's browser, or null where it must not be (checklist B15): only https, or http on the
 * loopback address in practice mode and tests; no user information; re-serialised, so that nothing odd is left in it.
 */
export function externalAddress(url: URL): string | null {
  const loopback = url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  const address = new URL(url.href).href;
  return address.length <= longestAddress && /^[\x21-\x7e]+$/.test(address) ? address : null;
}
