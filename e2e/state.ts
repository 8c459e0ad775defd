import { join } from "node:path";
import type { Page } from "@playwright/test";
import { waitForRest } from "../test/service/living-page.ts";
import { expectAccessible } from "./dashboard-pages.ts";
import { PICTURES, SIZES, THEMES } from "./every-page.ts";

/**
 * Expects a state of a page, such as an open dialog, to be accessible. Saves a screenshot in each theme and size beside
 * the screenshots of the pages.
 */
export async function expectState(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  for (const [size, each] of Object.entries(SIZES)) {
    await page.setViewportSize(each);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForRest(page);
      const path = join(PICTURES, `state-${name}-${colorScheme}-${size}.png`);
      // An open dialog covers only the visible part of the page.
      const fullPage = !(await page.locator("dialog[open]").first().isVisible());
      await page.screenshot({ path, fullPage });
    }
  }
  if (viewport) await page.setViewportSize(viewport);
  await expectAccessible(page, name);
  if (viewport) await page.setViewportSize(viewport);
}
