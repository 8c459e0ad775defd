const shared = globalThis as typeof globalThis & { partnerWallet?: Map<string, unknown> };

/**
 * State that exists once in a process. Next bundles the same module several times (for pages, for route handlers and
 * for the background work), so a module-level variable exists once in each bundle.
 *
 * @param name identifies the state in the whole process
 * @param make creates it on first use
 */
export function perProcess<T>(name: string, make: () => T): T {
  shared.partnerWallet ??= new Map();
  if (!shared.partnerWallet.has(name)) shared.partnerWallet.set(name, make());
  return shared.partnerWallet.get(name) as T;
}
