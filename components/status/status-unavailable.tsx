"use client";

import { Statement } from "@/components/ui/statement";

/** Shown when the states could not be read: it does not say that the service is up or down. */
export function StatusUnavailable() {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 pb-12">
      <Statement state="attention" title="The status could not be read">
        <p className="text-quiet">
          The recorded states are not available at the moment. Load this page again in a minute.
        </p>
      </Statement>
    </main>
  );
}
