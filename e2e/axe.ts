import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** All rules of WCAG 2.2 up to AA, and the best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose results can differ between themes that show the same elements. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Runs axe on the page. Returns each violated rule with the HTML of its elements. */
export async function violationsOf(
  page: Page,
  { coloursOnly = false }: { coloursOnly?: boolean } = {},
): Promise<string[]> {
  // Evaluating the source of axe, 550 kB twice a run, takes as long as running it: once per document is enough.
  const isLoaded = await page.evaluate('typeof window.axe?.run === "function"');
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: "void 0" } : {}) })
    .setLegacyMode()
    // Describing each element that passes takes longer than running the rules.
    .options({ resultTypes: ["violations"] });
  if (coloursOnly) builder.withRules(RULES_OF_COLOUR);
  else builder.withTags(RULES);
  // A tall dialog covers the heading of the page.
  if (await page.locator("dialog[open]").first().isVisible())
    builder.disableRules("page-has-heading-one");
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
}

/** The tag names of all visible elements in document order, as one string to compare. */
export function visibleElements(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map(({ tagName }) => tagName)
      .join(" "),
  );
}
