import { endSession } from "@/components/shell/end-session";
import { chooseTheme } from "@/components/shell/theme";
import { askFor } from "./ask";
import type { Command } from "./entry";

/** Settings of the browser and of the session, and the status page, in every area. */
export const COMMANDS: readonly Command[] = [
  {
    id: "theme-light",
    name: "Light theme",
    icon: "settings",
    keywords: "appearance mode colors colours day",
    run: () => chooseTheme("light"),
  },
  {
    id: "theme-dark",
    name: "Dark theme",
    icon: "settings",
    keywords: "appearance mode colors colours night",
    run: () => chooseTheme("dark"),
  },
  {
    id: "theme-system",
    name: "System theme",
    icon: "settings",
    keywords: "appearance mode colors colours automatic",
    run: () => chooseTheme("system"),
  },
  {
    id: "shortcuts",
    name: "Keyboard shortcuts",
    icon: "help",
    keywords: "help keys hotkeys",
    run: () => askFor("shortcuts"),
  },
  {
    id: "status",
    name: "Service status",
    icon: "pulse",
    keywords: "help uptime outage incident down health",
    run: () => window.location.assign("/status"),
  },
  {
    id: "sign-out",
    name: "Sign out",
    icon: "out",
    keywords: "log out logout leave session",
    run: async () => {
      await endSession();
    },
  },
];
