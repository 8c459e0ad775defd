import { glob } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "../test/service/journey.ts";
import { waitForKeys, waitForRest } from "../test/service/living-page.ts";
import { violationsOf, visibleElements } from "./axe.ts";
import { expectSmallScripts } from "./first-load.ts";

const repositoryFolder = resolve(import.meta.dirname, "..");

/** The folder of the screenshots, `<page>-<theme>-<size>.png`. */
const PICTURES = join(repositoryFolder, "test-results/pages");
/**
 * Whether screenshots are saved. No test compares them, and drawing them takes long. `npm run pictures` sets it for the
 * pages; with it, any other journey saves those of its states.
 */
export const savesPictures = process.env.TEST_PICTURES === "1";

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
export const THEMES = ["light", "dark"] as const;
/** WCAG 1.4.10: at this width a page must not scroll sideways. */
const NARROWEST_PX = 320;

/** The paths of all pages, as the folders of `app` name them: `/cards/[id]`. */
export async function pagesOfApp(): Promise<string[]> {
  const paths: string[] = [];
  for await (const file of glob("app/**/page.tsx", { cwd: repositoryFolder }))
    paths.push(
      `/${file
        .split("/")
        .slice(1, -1)
        .filter((folder) => !folder.startsWith("("))
        .join("/")}`,
    );
  return paths.sort();
}

/** A detail page, and the list page that links to it. */
export interface Detail {
  list: string;
  /** The beginning of the detail page's path. */
  prefix: string;
  suffix?: string;
}

/**
 * Checks pages in the given order. For a pattern with `[id]`, opens the detail page of the first item of its list, so
 * that the list must come before it.
 * @throws Error if a detail page comes before its list
 */
export async function checkPages(
  page: Page,
  pages: Record<string, Detail | undefined>,
): Promise<void> {
  const addresses = new Map<Detail, string>();
  const details = Object.values(pages).filter((detail) => detail !== undefined);
  for (const [pattern, detail] of Object.entries(pages)) {
    const path = detail ? addresses.get(detail) : pattern;
    if (path === undefined) throw new Error(`${pattern} comes before its list`);
    await checkPage(page, nameOf(pattern), path, async () => {
      for (const one of details.filter(({ list }) => list === pattern))
        addresses.set(one, (await firstAddress(page, one)) + (one.suffix ?? ""));
    });
  }
}

/** The path of the first item of the open list. */
async function firstAddress(page: Page, { prefix }: Detail): Promise<string> {
  const link = page.locator(`a[href^="${prefix}"]`).first();
  await link.waitFor({ timeout: 60_000 });
  return (await link.getAttribute("href")) ?? "";
}

/**
 * Opens a page and checks it in both themes and sizes: axe reports no violation of WCAG 2.2 AA or of a best practice,
 * and the page does not scroll sideways on the narrowest screen. Its first scripts are small.
 * Saves a screenshot of each theme and size if `savesPictures`.
 */
export async function checkPage(
  page: Page,
  name: string,
  path: string,
  whenOpen: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(SIZES.desktop);
  const opened = await page.goto(path);
  await waitForKeys(page);
  await expectSmallScripts(opened);
  await whenOpen();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    let inLight = "";
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForRest(page);
      const look = `${name}-${colorScheme}-${size}`;
      await savePicture(page, look, true);
      const visible = await visibleElements(page);
      if (colorScheme === "light") inLight = visible;
      // On the same elements, all other rules have the same result as in the light theme.
      const coloursOnly = colorScheme === "dark" && visible === inLight;
      expect(await violationsOf(page, { coloursOnly }), look).toEqual([]);
    }
  }
  expect(await numbersOutOfLine(page), `${name} on a phone`).toEqual([]);
  await page.setViewportSize({ width: NARROWEST_PX, height: SIZES.phone.height });
  await waitForRest(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${name} scrolls sideways at ${NARROWEST_PX} px`).toBeLessThanOrEqual(NARROWEST_PX);
}

/**
 * Returns the headings of the last columns of numbers that do not end where the text of the page ends. Which column is the last one
 * depends on the width, because some are hidden on a phone.
 */
function numbersOutOfLine(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frames = [...document.querySelectorAll<HTMLElement>("main table")];
    return frames.flatMap((table) => {
      const shown = [...table.querySelectorAll<HTMLElement>("thead th")].filter(
        (heading) => heading.offsetWidth > 0,
      );
      const last = shown.at(-1);
      const around = table.parentElement?.parentElement;
      if (!last || !around || getComputedStyle(last).textAlign !== "right") return [];
      const text = document.createRange();
      text.selectNodeContents(last);
      const distance = around.getBoundingClientRect().right - text.getBoundingClientRect().right;
      return Math.abs(distance) < 1 ? [] : [`${last.textContent}: ${distance} px`];
    });
  });
}

/** Saves a screenshot under this name if `savesPictures`. */
export async function savePicture(page: Page, name: string, fullPage: boolean): Promise<void> {
  if (savesPictures) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}

/** `/cards/[id]` → `cards-id` */
export function nameOf(pattern: string): string {
  return pattern.replace(/[[\]]/g, "").split("/").filter(Boolean).join("-") || "overview";
}
