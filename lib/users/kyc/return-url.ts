const NAME = "referenceId";

/**
 * Returns the URL to which the person returns after the check: the redirect URL with `referenceId`, its other
 * parameters unchanged. Source: spec: Create User, Flow.
 */
export function returnUrl(redirectUrl: string | null, serviceId: string): string | undefined {
  if (redirectUrl === null) return undefined;
  const url = new URL(redirectUrl);
  if (url.searchParams.has(NAME)) url.searchParams.set(NAME, serviceId);
  else url.search += `${url.search === "" ? "" : "&"}${NAME}=${encodeURIComponent(serviceId)}`;
  return url.href;
}
