const NAME = "referenceId";

/**
 * Returns the URL to which the person returns after the check: the redirect URL with `referenceId`, its other
 * parameters unchanged. Source: spec: Create User, Flow.
 */
export function returnUrl(redirectUrl: string | null, serviceId: string): string | undefined {
  if (redirectUrl === null) return undefined;
  const url = new URL(redirectUrl);
  // `searchParams` would write the other parameters anew, as `flag=` and `x%2Fy`, which a signature over them does not fit.
  const pairs = url.search === "" ? [] : url.search.slice(1).split("&");
  const others = pairs.filter((pair) => !new URLSearchParams(pair).has(NAME));
  url.search = [...others, `${NAME}=${encodeURIComponent(serviceId)}`].join("&");
  return url.href;
}
