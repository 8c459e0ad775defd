"use client";

import { useSyncExternalStore } from "react";
import { chooseTheme, onTheme, type Theme, themeOf } from "./theme";

const NAMES: Record<Theme, string> = { light: "Light", dark: "Dark", system: "System" };

/** Chooses a light or dark theme, or the system's. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(
    onTheme,
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
            onChange={() => chooseTheme(themeOf(theme))}
            className="size-4 accent-accent"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
