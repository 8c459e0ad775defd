import { expect, test } from "@playwright/test";
import { waitForLife } from "../test/service/living-page.ts";

test("a journey waits until React has hydrated the page, however long that takes", async ({
  page,
}) => {
  // Stands in for a page of the service whose root is hydrated at the fourth look at it.
  await page.setContent('<script type="text/plain" src="/_next/static/page.js"></script>');
  const looks = await page.evaluateHandle(() => {
    const count = { of: 0 };
    const memoizedState = {
      get isDehydrated() {
        count.of += 1;
        return count.of < 4;
      },
    };
    const stateNode = { current: { memoizedState, child: null, sibling: null } };
    Object.assign(document, { __reactContainer$page: { stateNode } });
    return count;
  });
  await waitForLife(page);
  expect(await looks.evaluate((count) => count.of)).toBeGreaterThanOrEqual(4);
});

test("a journey does not wait for a page without scripts of the service", async ({ page }) => {
  await page.goto("about:blank");
  await waitForLife(page);
});
