import { join } from "node:path";
import type { Page } from "@playwright/test";
import { waitForRest } from "../test/service/living-page.ts";
import { expectAccessible } from "./dashboard-pages.ts";
import { PICTURES, SIZES, THEMES } from "./every-page.ts";

/**
 * A state that a journey passes through, such as an open dialog: it is accessible, and leaves a picture in each theme and
 * size beside the pictures of the pages.
 */
export async function expectState(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  for (const [size, each] of Object.entries(SIZES)) {
    await page.setViewportSize(each);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForRest(page);
      const path = join(PICTURES, `state-${name}-${colorScheme}-${size}.png`);
      // A dialog covers the part of the page that is in view.
      const fullPage = !(await page.locator("dialog[open]").first().isVisible());
      await page.screenshot({ path, fullPage });
    }
  }
  if (viewport) await page.setViewportSize(viewport);
  await expectAccessible(page, name);
  if (viewport) await page.setViewportSize(viewport);
}
