import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { Fault } from "../bootstrap/faults.mjs";

/** The first one is Chromium without windows. The journeys take a fifth less processor time with it than with the others. */
const names = [
  "chromium-headless-shell",
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
];
const macApp = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The program of a Chromium on this machine: the one asked for, the system's, or Playwright's own. */
export function findBrowser(): string | undefined {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new Fault("settings", `CHROMIUM_PATH=${asked}: there is no such file.`);
  }
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"].filter(Boolean);
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...installed, macApp, chromium.executablePath()].find((path) => existsSync(path));
}
