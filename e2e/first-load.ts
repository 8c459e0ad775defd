import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect } from "../test/service/journey.ts";

/** The maximum size of the scripts that a page loads before it is interactive, gzipped. */
const MAX_FIRST_LOAD_BYTES = 180_000;
const weighed = new Map<string, number>();

async function weigh(page: Page, script: string): Promise<number> {
  const bytes =
    weighed.get(script) ?? gzipSync(await (await page.request.get(script)).body()).length;
  weighed.set(script, bytes);
  return bytes;
}

/** Expects the scripts that the HTML of a page names to be small. */
export async function expectSmallScripts(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).text();
  const tags = [...new Set(html.match(/<script[^>]* src="[^"]+"[^>]*>/g))];
  const scripts = tags.flatMap((tag) =>
    /nomodule/i.test(tag) ? [] : (/src="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  let bytes = 0;
  for (const script of new Set(scripts)) bytes += await weigh(page, script);
  expect(bytes, `${path} loads its scripts`).toBeGreaterThan(0);
  expect(bytes, `first scripts of ${path}`).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
}
