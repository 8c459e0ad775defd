import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** All rules of WCAG 2.2 up to AA, and the best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that a theme can break, where it shows the same elements as the other theme. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** What axe finds on a page as it is: each rule that is broken, with the elements that break it. */
export async function violationsOf(
  page: Page,
  { coloursOnly = false }: { coloursOnly?: boolean } = {},
): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    // A description of each element that passes costs more than the rules themselves.
    .options({ resultTypes: ["violations"] });
  if (coloursOnly) builder.withRules(RULES_OF_COLOUR);
  else builder.withTags(RULES);
  // A tall dialog covers the page, and with it the heading of the page.
  if (await page.locator("dialog[open]").first().isVisible())
    builder.disableRules("page-has-heading-one");
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
}

/** Which elements of the page are visible, in their order, as one text to compare. */
export function visibleElements(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map(({ tagName }) => tagName)
      .join(" "),
  );
}
