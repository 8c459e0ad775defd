/** Where somebody goes after signing in: a page of ours and nowhere else, whatever an address asks for. */
export function nextPath(wanted: string | undefined): string {
  const ours = "http://ours.invalid";
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, ours)) return "/";
  const url = new URL(wanted, ours);
  const isPage = url.origin === ours && !/^\/(api|sign-in)(\/|$)/.test(url.pathname);
  // The parser's own path may begin with two slashes again, which a browser reads as another site.
  return isPage && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
