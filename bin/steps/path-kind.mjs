/**
 * What stands at an address: an operation of the API, a file of the build, or a page. By the path that the framework looks up,
 * without `..` and `%2e%2e` in it.
 *
 * @param {string} url a path, with its query or without
 * @returns {"api" | "build" | "page"}
 */
export function pathKind(url) {
  const { pathname } = new URL(`http://host${url}`);
  if (/^\/api(\/|$)/.test(pathname)) return "api";
  return pathname.startsWith("/_next/") ? "build" : "page";
}
