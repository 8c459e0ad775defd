"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Pagination } from "@/components/ui/late-filters";
import { useReader } from "@/components/ui/reader";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { mayGrant } from "@/lib/contract/scopes";
import { ApiKeyLine } from "./api-key-line";
import { NewSecret } from "./new-secret";
import { type ApiKey, useApiKeys } from "./queries";
import { RevokeKey } from "./revoke-key";

// Loaded when it is opened.
const CreateKey = dynamic(() => import("./create-key").then(({ CreateKey }) => CreateKey), {
  ssr: false,
});

const RollKey = dynamic(() => import("./roll-key").then(({ RollKey }) => RollKey), { ssr: false });

type KeyDialog = { act: "roll" | "revoke"; apiKey: ApiKey } | { act: "show"; secret: string };

/** The API keys of the partner's servers. */
export function ApiKeys() {
  const { role } = useReader();
  const { params, withParams } = useAddress();
  const list = useApiKeys(params);
  const [open, setOpen] = useState<KeyDialog>();
  const close = () => setOpen(undefined);
  const stopCreating = () => goTo(withParams({ do: undefined }), { isReplacing: true });
  const show = (secret: string) => setOpen({ act: "show", secret });
  return (
    <section className="space-y-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-small text-quiet">
          Send an API key with each request as{" "}
          <code className="font-mono">Authorization: Bearer …</code>
        </p>
        <Button
          size="compact"
          className="shrink-0"
          onClick={() => goTo(withParams({ do: "create" }))}
        >
          Create key
        </Button>
      </div>
      {list.isPending && <SkeletonRows count={3} label="Loading API keys" />}
      {list.isError && !list.data && (
        <ErrorPanel
          title="API keys could not be loaded"
          failure={toApiError(list.error)}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data?.pagination.total === 0 && (
        <EmptyState title="No API keys yet">
          <p>Create a key to call the API from your server. Use a separate key for each server.</p>
        </EmptyState>
      )}
      {list.data && list.data.keys.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {list.data.keys.map((apiKey) => (
            <ApiKeyLine
              key={apiKey.keyId}
              apiKey={apiKey}
              mayRoll={mayGrant(role, apiKey.scopes)}
              onRoll={() => setOpen({ act: "roll", apiKey })}
              onRevoke={() => setOpen({ act: "revoke", apiKey })}
            />
          ))}
        </ul>
      )}
      {list.data && <Pagination {...list.data.pagination} />}
      {params.get("do") === "create" && (
        <CreateKey
          onCreated={(secret) => {
            stopCreating();
            show(secret);
          }}
          onClose={stopCreating}
        />
      )}
      {open?.act === "roll" && <RollKey apiKey={open.apiKey} onRolled={show} onClose={close} />}
      {open?.act === "revoke" && <RevokeKey apiKey={open.apiKey} onClose={close} />}
      {open?.act === "show" && (
        <NewSecret title="Your new API key" secret={open.secret} label="the key" onClose={close} />
      )}
    </section>
  );
}
