"use client";

import { PublicPage } from "@/components/ui/public-page";
import { Statement } from "@/components/ui/statement";

/** Shown when the states could not be read: it does not say that the service is up or down. */
export function StatusUnavailable() {
  return (
    <PublicPage>
      <Statement state="attention" title="The status could not be read">
        <p className="text-quiet">
          The recorded states are not available at the moment. Load this page again in a minute.
        </p>
      </Statement>
    </PublicPage>
  );
}
