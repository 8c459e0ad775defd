const kept = globalThis as typeof globalThis & { madeByTests?: Map<string, unknown> };

/**
 * Returns a value that a process makes once, for all of its test files: test/setup-modules.ts resets the variables of modules
 * before each file. Only for a value that takes long to make and that no test changes.
 *
 * @param name identifies the value in the whole process
 * @param make creates it on first use
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  kept.madeByTests ??= new Map();
  if (!kept.madeByTests.has(name)) {
    const made = make();
    kept.madeByTests.set(name, made);
    // The next file tries again.
    if (made instanceof Promise) made.catch(() => kept.madeByTests?.delete(name));
  }
  return kept.madeByTests.get(name) as T;
}
