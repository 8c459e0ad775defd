export type Theme = "light" | "dark" | "system";

export const THEME_COOKIE = "theme";

/** Parses the stored choice; any other value means the system's theme. */
export function themeOf(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

const YEAR_S = 365 * 86_400;
const CHANGED = "theme-changed";

/** Applies a theme to the open page and stores it in this browser. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  const ageS = theme === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the server draws the page in the theme that it reads here
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${ageS}; samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

/** Applies the theme that is stored in this browser, where the server could not draw the page in it. */
export function applyStoredTheme(): void {
  const theme = themeOf(/\btheme=(\w+)/.exec(document.cookie)?.[1]);
  if (theme !== "system") document.documentElement.setAttribute("data-theme", theme);
}

/** Subscribes a listener to changes of the theme; returns the function that unsubscribes. */
export function onTheme(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
