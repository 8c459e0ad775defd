/** Characters that a URL gives another meaning in front of, or within, a host name. */
const NOT_OF_HOSTS = /[\s\p{Cc}/\\:@?#%[\]<>^|`{}"]/u;
const NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The form in which domains are stored and compared: ASCII (punycode), lower case. Undefined for a text that is no
 * domain. URLs are converted in the same way, also in browsers.
 */
export function domainKeyOf(domain: string): string | undefined {
  const typed = domain.trim().normalize("NFC");
  if (NOT_OF_HOSTS.test(typed) || !URL.canParse(`https://${typed}`)) return undefined;
  const key = new URL(`https://${typed}`).hostname;
  return NAME.test(key) ? key : undefined;
}

/** The domain of an email, in the form for comparisons. */
export function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  return at < 1 ? undefined : domainKeyOf(email.slice(at + 1));
}
