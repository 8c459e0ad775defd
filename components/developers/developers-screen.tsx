"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { ListPage } from "@/components/ui/list-page";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { Tabs } from "@/components/ui/tabs";
import { ApiKeys } from "./api-keys";
import { EventSheet } from "./event-sheet";
import { isWebhooks } from "./queries";
import { Webhooks } from "./webhooks";

/** What my code needs, and what it was told. */
export function DevelopersScreen() {
  const { params, withParams } = useAddress();
  const { role } = useReader();
  const eventId = params.get("event");
  const closeHref = withParams({ event: undefined });
  return (
    <ListPage
      sheet={
        isWebhooks(params) &&
        eventId && (
          <EventSheet
            key={eventId}
            eventId={eventId}
            closeHref={closeHref}
            onClose={() => goTo(closeHref)}
          />
        )
      }
    >
      <PageHeader title="Developers" />
      <Tabs
        name="of"
        label="Parts of this page"
        tabs={[
          { value: "keys", word: "API keys" },
          { value: "webhooks", word: "Webhooks" },
        ]}
      />
      {isWebhooks(params) && <Webhooks />}
      {!isWebhooks(params) && role !== "viewer" && <ApiKeys />}
      {!isWebhooks(params) && role === "viewer" && (
        <p className="text-quiet">
          Owners and developers see the API keys. Ask an owner if you need one.
        </p>
      )}
    </ListPage>
  );
}
