export type Theme = "light" | "dark" | "system";

export const THEME_COOKIE = "theme";

/** What was chosen; as the system says, for anything that is no choice. */
export function themeOf(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
