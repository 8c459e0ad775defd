"use client";

import "./globals.css";
import { type ComponentProps, useEffect } from "react";
import { PageFailed } from "@/components/shell/page-failed";
import { applyStoredTheme } from "@/components/shell/theme";
import { PRODUCT_NAME } from "@/components/ui/product";

/**
 * Shown for an error that no error page beside the failed page or layout catches, in place of the whole document. Every page
 * loads it with its first scripts, so it is small.
 */
export default function ApplicationFailed(props: ComponentProps<typeof PageFailed>) {
  useEffect(applyStoredTheme, []);
  return (
    <html lang="en">
      <body>
        <title>{PRODUCT_NAME}</title>
        <main className="mx-auto max-w-lg px-4 py-12">
          <a href="/" className="font-semibold">
            {PRODUCT_NAME}
          </a>
          <PageFailed {...props} />
          <a href="/status" className="mt-6 inline-block underline underline-offset-4">
            Service status
          </a>
        </main>
      </body>
    </html>
  );
}
