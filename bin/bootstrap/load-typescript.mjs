import { tsImport } from "tsx/esm/api";

/**
 * Loads a TypeScript module of the project, with its path aliases, into this process.
 *
 * @param {string} pathFromRepository
 * @returns {Promise<Record<string, (...args: never[]) => unknown>>}
 */
export function loadTypeScript(pathFromRepository) {
  return tsImport(`../../${pathFromRepository}`, import.meta.url);
}
