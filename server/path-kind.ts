export type PathKind = "api" | "build" | "page";

/**
 * Returns whether a URL belongs to the API, to a file of the build or to a page. The path is normalized as Next
 * normalizes it, without `..` and `%2e%2e`.
 *
 * @param url a path, with or without a query
 */
export function pathKind(url: string): PathKind {
  const { pathname } = new URL(`http://host${url}`);
  if (/^\/api(\/|$)/.test(pathname)) return "api";
  return pathname.startsWith("/_next/") ? "build" : "page";
}
