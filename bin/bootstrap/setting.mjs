/**
 * A setting of the environment. A setting with an empty value counts as not set, as in `NAME=` of a file.
 *
 * @param {string} name
 * @param {Record<string, string | undefined>} [env]
 * @returns {string | undefined}
 */
export function setting(name, env = process.env) {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
