export type Theme = "light" | "dark" | "system";

export const THEME_COOKIE = "theme";

/** Parses the stored choice; any other value means the system's theme. */
export function themeOf(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
