import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { expect } from "../test/service/journey.ts";

/** The maximum size of the scripts that a page loads before it is interactive, gzipped. */
const MAX_FIRST_LOAD_BYTES = 180_000;
const weighed = new Map<string, number>();

async function weigh(script: string): Promise<number> {
  const known = weighed.get(script);
  if (known !== undefined) return known;
  const bytes = gzipSync(await (await fetch(script)).bytes()).length;
  weighed.set(script, bytes);
  return bytes;
}

/** Expects the scripts that the HTML of an opened page names to be small. */
export async function expectSmallScripts(page: Response | null): Promise<void> {
  if (!page) throw new Error("no document was loaded");
  const html = await page.text();
  const tags = [...new Set(html.match(/<script[^>]* src="[^"]+"[^>]*>/g))];
  const scripts = tags.flatMap((tag) =>
    /nomodule/i.test(tag) ? [] : (/src="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  let bytes = 0;
  for (const script of new Set(scripts)) bytes += await weigh(new URL(script, page.url()).href);
  expect(bytes, `${page.url()} loads its scripts`).toBeGreaterThan(0);
  expect(bytes, `first scripts of ${page.url()}`).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
}
