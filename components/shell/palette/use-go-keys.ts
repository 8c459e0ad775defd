import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { PageLink } from "@/components/shell/pages";
import { isForPage } from "@/components/ui/use-page-keys";

/** The time within which the letter of a page must follow `g`. */
const TIMEOUT_MS = 1_000;

/** Opens a page after `g` and the page's letter. */
export function useGoKeys(pages: readonly PageLink[]): void {
  const router = useRouter();
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const isGoing = event.timeStamp - goneAt < TIMEOUT_MS;
      goneAt = Number.NEGATIVE_INFINITY;
      if (!isForPage(event)) return;
      if (event.key === "g") goneAt = event.timeStamp;
      const page = isGoing ? pages.find(({ key }) => key === event.key) : undefined;
      if (!page) return;
      // The letter may be a shortcut of the open page too.
      event.stopImmediatePropagation();
      event.preventDefault();
      router.push(page.href);
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [pages, router]);
}
