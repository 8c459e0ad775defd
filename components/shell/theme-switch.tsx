"use client";

import { useSyncExternalStore } from "react";
import { THEME_COOKIE, type Theme, themeOf } from "./theme";

const YEAR_S = 365 * 86_400;
const NAMES: Record<Theme, string> = { light: "Light", dark: "Dark", system: "System" };
const CHANGED = "theme-changed";

function choose(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  const age = theme === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the server draws the page in the theme that it reads here
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** Chooses a light or dark theme, or the system's. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(
    subscribe,
    () => themeOf(document.documentElement.dataset.theme),
    () => "system" as Theme,
  );
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="pb-1 text-quiet">Theme</legend>
      {Object.entries(NAMES).map(([theme, name]) => (
        <label key={theme} className="flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11">
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => choose(themeOf(theme))}
            className="size-4 accent-accent"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
