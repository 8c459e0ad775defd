import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe.ts";

test("axe reports each violation of a page, also of one that it has checked before", async ({
  page,
}) => {
  await page.setContent(
    '<html lang="en"><title>A page</title><main><h1>A heading</h1><p>A paragraph</p></main></html>',
  );
  expect(await violationsOf(page)).toEqual([]);
  await page.locator("p").evaluate((paragraph) => {
    paragraph.style.color = "#eee";
    paragraph.style.background = "#fff";
  });
  const pale = expect.stringMatching(/^color-contrast: /);
  expect(await violationsOf(page, { coloursOnly: true })).toEqual([pale]);
  await page.locator("p").evaluate((paragraph) => {
    paragraph.after(document.createElement("button"));
  });
  expect(await violationsOf(page, { coloursOnly: true })).toEqual([pale]);
  expect(await violationsOf(page)).toEqual([expect.stringMatching(/^button-name: /), pale]);
});
