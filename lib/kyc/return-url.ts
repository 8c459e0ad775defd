/** Where the person goes after the check: the redirect URL with `referenceId`. Source: spec, Create User, Flow. */
export function returnUrl(redirectUrl: string | null, serviceId: string): string | undefined {
  if (redirectUrl === null) return undefined;
  const url = new URL(redirectUrl);
  url.searchParams.set("referenceId", serviceId);
  return url.href;
}
