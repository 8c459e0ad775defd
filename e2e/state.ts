import type { Page } from "@playwright/test";
import { waitForRest } from "../test/service/living-page.ts";
import { expectAccessible } from "./dashboard-pages.ts";
import { SIZES, savePicture, savesPictures, THEMES } from "./every-page.ts";

/** Expects a state of a page, such as an open dialog, to be accessible. Saves its screenshots if `savesPictures`. */
export async function expectState(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  if (savesPictures) await saveStatePictures(page, name);
  if (viewport) await page.setViewportSize(viewport);
  await expectAccessible(page, name);
  if (viewport) await page.setViewportSize(viewport);
}

/** Saves a screenshot in each theme and size beside the screenshots of the pages. */
async function saveStatePictures(page: Page, name: string): Promise<void> {
  for (const [size, each] of Object.entries(SIZES)) {
    await page.setViewportSize(each);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForRest(page);
      // An open dialog covers only the visible part of the page.
      const fullPage = !(await page.locator("dialog[open]").first().isVisible());
      await savePicture(page, `state-${name}-${colorScheme}-${size}`, fullPage);
    }
  }
}
