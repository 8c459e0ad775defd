/** Returns the page after the sign-in: always a page of this service, whatever the address asks for. */
export function nextPath(wanted: string | undefined): string {
  const ours = "http://ours.invalid";
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, ours)) return "/";
  const url = new URL(wanted, ours);
  const isPage = url.origin === ours && !/^\/(api|sign-in)(\/|$)/.test(url.pathname);
  // The parsed path can begin with two slashes, which a browser reads as another site.
  return isPage && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
