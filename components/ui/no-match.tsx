"use client";

import { goTo } from "./address";
import { Button } from "./button";

/** Shown when no row matches the filters of a list. */
export function NoMatch({ what, clearedHref }: { what: string; clearedHref: string }) {
  return (
    <div role="status" className="space-y-3 py-8">
      <p className="font-semibold">No {what} matches</p>
      <p className="text-quiet">Clear the filters to see all results.</p>
      <Button look="plain" size="compact" onClick={() => goTo(clearedHref)}>
        Clear filters
      </Button>
    </div>
  );
}
